internal import Accounts
internal import MailTypes
private import Synchronization

/// What a watch reports to the prompt. Any thread can add to it.
final class PromptWatch: Sendable {
    let watch: SyncWorkerOrFollower
    let lines: WatchEventQueue
    private let outboxes: ChangedOutboxes

    init(_ makePlan: (WatchEventQueue, ChangedOutboxes) throws(CommandFailure) -> SyncWorkerOrFollower.Plan)
        throws(CommandFailure)
    {
        lines = WatchEventQueue()
        outboxes = ChangedOutboxes()
        watch = SyncWorkerOrFollower(try makePlan(lines, outboxes))
    }

    /// Returns the accounts whose outboxes have changed since the last call, and whether the server is back.
    func takeChangedOutboxes() -> [AccountName: Bool] { outboxes.take() }

    /// Whether no server can be reached.
    var isOffline: Bool {
        let states = watch.accountStates
        return !states.isEmpty && states.allSatisfy(\.isOffline)
    }
}

/// The accounts whose outboxes have changed.
final class ChangedOutboxes: Sendable {
    /// Whether the server is back, by account.
    private let names = Mutex<[AccountName: Bool]>([:])

    func add(_ name: AccountName, isServerBack: Bool) {
        names.withLock { $0[name] = isServerBack || $0[name] ?? false }
    }

    func take() -> [AccountName: Bool] {
        names.withLock { names in
            defer { names = [:] }
            return names
        }
    }
}
