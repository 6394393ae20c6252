internal import Accounts
internal import MailEngine

/// The result of syncing an account.
struct AccountSyncResult: Sendable {
    let account: MailAccount
    let report: SyncReport
    let delivery: DeliveryReport?
    /// Why the index could not be updated with the fetched mail, if so.
    let indexProblem: String?
    /// Whether the sync was ended because its time was over.
    var hasTimedOut = false
}
