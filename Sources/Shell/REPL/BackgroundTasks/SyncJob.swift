internal import Accounts
internal import MailEngine
internal import MailIndexing
internal import MailTypes
internal import Platform
private import Synchronization

/// A running sync of accounts, including the update of lists, threads, search and contacts, on other threads, so that
/// the user need not wait.
final class SyncJob: Sendable {
    /// Does the sync, until the function returns `true`; then it returns `nil`.
    typealias Work = @Sendable (_ isStopped: @escaping @Sendable () -> Bool) -> SyncResult?

    let accounts: [MailAccount]
    let request: AccountSync.Request
    let tracker: SyncProgressTracker
    /// Events of messages sent during the sync.
    let deliveries: DeliveryLineQueue
    private let unwanted: Unwanted
    private let task: BackgroundTask<SyncResult?>

    private final class Unwanted: Sendable {
        let isSet = Atomic(false)
    }

    /// Starts the work. `finished` is called on another thread.
    init(
        _ accounts: [MailAccount], _ request: AccountSync.Request, _ tracker: SyncProgressTracker,
        _ deliveries: DeliveryLineQueue, finished: @escaping @Sendable () -> Void, work: @escaping Work
    ) {
        (self.accounts, self.request, self.tracker, self.deliveries) = (accounts, request, tracker, deliveries)
        let unwanted = Unwanted()
        self.unwanted = unwanted
        task = BackgroundTask({ work { unwanted.isSet.load(ordering: .relaxed) } }, finished: finished)
    }

    /// Returns the work of a sync in this process, which ends after `limit`. `rounds` are in the order of `accounts`.
    static func work(
        _ accounts: [MailAccount], _ rounds: [SendAndReceive], _ request: AccountSync.Request, within limit: Duration?,
        _ turns: SendAndReceive.Turns, _ clock: any Clock, _ tracker: SyncProgressTracker,
        tell: (@Sendable ([WatchEvent]) -> Void)?
    ) -> Work {
        { isStopped in
            for account in accounts {
                let name = account.name
                tracker.show(name, .waiting { turns.progress(name) })
            }
            let outcomes = waiting(
                unless: isStopped, for: { await SendAndReceive.run(rounds, within: limit, turns: turns) })
            guard let outcomes else { return nil }
            let synced = zip(accounts, outcomes).map { account, outcome in
                var problem: String?
                if !request.isDryRun { problem = followUp(account, outcome.sync, clock, tracker, tell) }
                return AccountSyncResult(
                    account: account, report: outcome.sync, delivery: outcome.delivery, indexProblem: problem,
                    hasTimedOut: outcome.hasTimedOut)
            }
            return SyncResult(synced, request)
        }
    }

    /// Updates lists, conversations, search and contacts. A failure does not make the sync fail.
    private static func followUp(
        _ account: MailAccount, _ report: SyncReport, _ clock: any Clock, _ tracker: SyncProgressTracker,
        _ tell: (@Sendable ([WatchEvent]) -> Void)?
    ) -> String? {
        var account = account
        account.changes = report.changes
        let now = clock.now()
        defer { tracker.show(account.name, .end) }
        do throws(CommandFailure) {
            let view = try IndexedMail([account], at: now) { (account) throws(CommandFailure) in
                try account.refreshIndex(at: now) { tracker.show(account.name, .indexing($0)) }
            }
            if let tell { tell(try view.watchEvents(of: report, account, at: now)) }
            return view.problems.first ?? view.obstacle?.message
        } catch {
            return error.message
        }
    }

    /// `nil` while the sync is in progress.
    var result: SyncResult? { task.value.flatMap(\.self) }

    /// Waits for the end. Returns `nil` as soon as `isStopped` returns `true`; the work itself continues.
    func wait(unless isStopped: () -> Bool, meanwhile: () -> Void) -> SyncResult? {
        let result = task.wait {
            meanwhile()
            return isStopped()
        }
        return result.flatMap(\.self)
    }

    /// Stops the sync cleanly, within a few seconds.
    func stop() {
        unwanted.isSet.store(true, ordering: .relaxed)
        _ = task.wait(seconds: 3)
    }

    /// Returns whether this job covers a new request for these accounts.
    func includes(_ others: [MailAccount], _ other: AccountSync.Request) -> Bool {
        let names = Set(accounts.map(\.name))
        return request.isPlain && other.isPlain && others.allSatisfy { names.contains($0.name) }
    }
}

extension AccountSync.Request {
    /// Whether the request is a complete sync without special options.
    fileprivate var isPlain: Bool {
        mailboxes == nil && window == nil && removals.isEmpty && !isDryRun && !answersQuestions
    }

    /// Whether the request is the user's answer to what an earlier sync has asked.
    var answersQuestions: Bool { confirmsDeletions || restoresDeletions }

    /// Whether the user may continue with something else during the sync.
    var canGoOn: Bool { !isDryRun && removals.isEmpty }
}
