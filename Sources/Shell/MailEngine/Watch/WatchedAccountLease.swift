private import Synchronization

/// A turn of other work to use a watched account: granted by the watch, and ended by the work.
final class WatchedAccountLease: Sendable {
    private let grants = OneTimeValue<ConnectionAndLedgerCache?>()
    private let ends = OneTimeValue<Outcome>()

    /// What the work did: the files that it created or removed, and whether the account can be synced.
    struct Outcome: Sendable {
        let files: FilesChangedBySync
        let hasSucceeded: Bool
    }

    /// Lets the work use the connection of the watch; with `nil`, its own.
    func grant(_ cache: ConnectionAndLedgerCache?) {
        grants.set(cache)
    }

    /// Waits until the turn is granted.
    func granted() async -> ConnectionAndLedgerCache? {
        await grants.value
    }

    /// Ends the turn.
    func end(_ outcome: Outcome) {
        ends.set(outcome)
    }

    /// Waits until the turn has ended.
    func ended() async -> Outcome {
        await ends.value
    }
}

/// A value that is set once and awaited by one task.
private final class OneTimeValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiter: CheckedContinuation<Value, Never>?
    }

    private let state = Mutex(State())

    func set(_ value: Value) {
        let waiter = state.withLock { state in
            state.value = value
            return state.waiter.take()
        }
        waiter?.resume(returning: value)
    }

    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state in
                    if state.value == nil { state.waiter = continuation }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
