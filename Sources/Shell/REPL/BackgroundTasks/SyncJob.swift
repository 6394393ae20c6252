internal import Accounts
internal import MailEngine
internal import MailIndexing
internal import MailTypes
internal import Platform
private import Synchronization

/// The result of syncing an account.
struct SyncedAccount: Sendable {
    let account: MailAccount
    let report: SyncReport
    let delivery: DeliveryReport?
    /// Why the index could not be updated with the fetched mail, if so.
    let indexProblem: String?
    /// Whether the sync was ended because its time was over.
    var isCut = false
}

/// A running sync of accounts, including the update of lists, threads, search and contacts, on other threads, so that
/// the user need not wait.
final class SyncJob: Sendable {
    let accounts: [MailAccount]
    let request: AccountSync.Request
    let tracker: SyncProgressTracker
    /// Events of messages sent during the sync.
    let deliveries: DeliveryEventQueue
    private let unwanted: Unwanted
    private let work: BackgroundTask<[SyncedAccount]?>

    private final class Unwanted: Sendable {
        let isSet = Atomic(false)
    }

    /// Starts the sync, and ends it after `limit`. `rounds` are in the order of `accounts`. `finished` is called on
    /// another thread.
    init(
        _ accounts: [MailAccount], _ rounds: [SendAndReceive], _ request: AccountSync.Request, within limit: Duration?,
        _ clock: any Clock, _ tracker: SyncProgressTracker, _ deliveries: DeliveryEventQueue,
        finished: @escaping @Sendable () -> Void
    ) {
        (self.accounts, self.request, self.tracker, self.deliveries) = (accounts, request, tracker, deliveries)
        let unwanted = Unwanted()
        self.unwanted = unwanted
        work = BackgroundTask(
            {
                let outcomes = waiting(
                    unless: { unwanted.isSet.load(ordering: .relaxed) },
                    for: { await SendAndReceive.run(rounds, within: limit) })
                return outcomes.map { outcomes in
                    zip(accounts, outcomes).map { account, outcome in
                        var problem: String?
                        if !request.isDryRun { problem = Self.followUp(account, outcome.sync.changes, clock, tracker) }
                        return SyncedAccount(
                            account: account, report: outcome.sync, delivery: outcome.delivery, indexProblem: problem,
                            isCut: outcome.isCut)
                    }
                }
            }, finished: finished)
    }

    /// Updates lists, conversations, search and contacts. A failure does not make the sync fail.
    private static func followUp(
        _ account: MailAccount, _ changes: [MailboxName: MailboxChange], _ clock: any Clock,
        _ tracker: SyncProgressTracker
    ) -> String? {
        var account = account
        account.changes = changes
        let now = clock.now()
        defer { tracker.show(account.name, .end) }
        do throws(CommandFailure) {
            return try MailLookup([account], at: now) { (account) throws(CommandFailure) in
                try account.refreshIndex(at: now) { tracker.show(account.name, .index($0)) }
            }.problems.first
        } catch {
            return error.message
        }
    }

    /// `nil` while the sync is in progress.
    var synced: [SyncedAccount]? { work.value.flatMap(\.self) }

    /// Waits for the end. Returns `nil` as soon as `isStopped` returns `true`; the work itself continues.
    func wait(unless isStopped: () -> Bool, meanwhile: () -> Void) -> [SyncedAccount]? {
        let synced = work.wait {
            meanwhile()
            return isStopped()
        }
        return synced.flatMap(\.self)
    }

    /// Stops the sync cleanly, within a few seconds.
    func stop() {
        unwanted.isSet.store(true, ordering: .relaxed)
        _ = work.wait(seconds: 3)
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
        mailboxes == nil && window == nil && removals.isEmpty && !isDryRun && !confirmsDeletions
    }

    /// Whether the user may continue with something else during the sync.
    var canGoOn: Bool { !isDryRun && removals.isEmpty }
}
