internal import Accounts
internal import MailEngine
internal import MailTypes
internal import Platform
private import Synchronization

/// What came of an account.
struct SyncedAccount: Sendable {
    let account: MailAccount
    let report: SyncReport
    let delivery: AccountDelivery?
    /// What followed from the mail that came could not be brought up to date.
    let indexProblem: String?
}

/// Accounts that are being brought together with their servers, and lists, conversations, search and contacts with what
/// came: on other threads, so that nobody has to wait for the end of it.
final class SyncJob: Sendable {
    let accounts: [MailAccount]
    let request: AccountSync.Request
    let board: SyncProgressTracker
    /// What becomes of mail that leaves meanwhile.
    let deliveries: DeliveryEventQueue
    private let unwanted: Unwanted
    private let work: BackgroundTask<[SyncedAccount]?>

    private final class Unwanted: Sendable {
        let isSet = Atomic(false)
    }

    /// It begins now. The rounds are those of the accounts, in their order; `finished` is called on another thread.
    init(
        _ accounts: [MailAccount], _ rounds: [SyncRound], _ request: AccountSync.Request, _ clock: any Clock,
        _ board: SyncProgressTracker, _ deliveries: DeliveryEventQueue, finished: @escaping @Sendable () -> Void
    ) {
        (self.accounts, self.request, self.board, self.deliveries) = (accounts, request, board, deliveries)
        let unwanted = Unwanted()
        self.unwanted = unwanted
        work = BackgroundTask(
            {
                let outcomes = waiting(
                    unless: { unwanted.isSet.load(ordering: .relaxed) }, for: { await SyncRound.run(rounds) })
                return outcomes.map { outcomes in
                    zip(accounts, outcomes).map { account, outcome in
                        var problem: String?
                        if !request.isDryRun { problem = Self.followUp(account, outcome.sync.changes, clock, board) }
                        return SyncedAccount(
                            account: account, report: outcome.sync, delivery: outcome.delivery, indexProblem: problem)
                    }
                }
            }, finished: finished)
    }

    /// Lists, conversations, search and contacts follow the mail. What does not work there is no fault of the sync.
    private static func followUp(
        _ account: MailAccount, _ changes: [MailboxName: MailboxChange], _ clock: any Clock,
        _ board: SyncProgressTracker
    ) -> String? {
        var account = account
        account.changes = changes
        let now = clock.now()
        defer { board.show(account.name, .end) }
        do throws(CommandFailure) {
            return try MailView([account], at: now) { (account) throws(CommandFailure) in
                try account.refreshIndex(at: now) { board.show(account.name, .index($0)) }
            }.problems.first
        } catch {
            return error.message
        }
    }

    /// `nil` as long as it is under way.
    var synced: [SyncedAccount]? { work.value.flatMap(\.self) }

    /// Waits for the end of it; `nil` as soon as that is not wanted any more. The work itself goes on.
    func wait(unless isStopped: () -> Bool, meanwhile: () -> Void) -> [SyncedAccount]? {
        let synced = work.wait {
            meanwhile()
            return isStopped()
        }
        return synced.flatMap(\.self)
    }

    /// Ends it in good order, which takes seconds at most.
    func stop() {
        unwanted.isSet.store(true, ordering: .relaxed)
        _ = work.wait(seconds: 3)
    }

    /// Whether somebody who wants these accounts synced, in this way, has that by this work.
    func includes(_ others: [MailAccount], _ other: AccountSync.Request) -> Bool {
        let names = Set(accounts.map(\.name))
        return request.isPlain && other.isPlain && others.allSatisfy { names.contains($0.name) }
    }
}

extension AccountSync.Request {
    /// Nothing but: bring both sides together.
    fileprivate var isPlain: Bool {
        mailboxes == nil && window == nil && removals.isEmpty && !isDryRun && !confirmsDeletions
    }

    /// Whether somebody who gave the order may go on with something else.
    var canGoOn: Bool { !isDryRun && removals.isEmpty }
}
