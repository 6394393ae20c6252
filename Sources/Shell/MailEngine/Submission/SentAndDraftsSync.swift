public import Disk
internal import MailTypes
public import MaildirStore

/// Runs a short sync of Sent and Drafts. After messages were sent, it uploads the copies in Sent and removes sent drafts
/// from the server. Before messages that have waited are sent, it finds out whether another device has changed, sent or
/// deleted their drafts.
public struct SentAndDraftsSync: Sendable {
    enum Result: Hashable, Sendable {
        case synced
        /// Another process is syncing the account.
        case busy
        /// This machine is offline.
        case offline
        /// The sync failed for this reason.
        case failed(String)
    }

    private let sync: @Sendable (AccountSync.Request, OutboxDelivery) async -> SyncReport

    /// `state` is the account's directory for data that only petrel reads.
    public init(mail: MailTree, drafts: DraftStore, state: Directory) {
        sync = { request, delivery in
            await AccountSync(
                delivery.account, as: delivery.credentials, by: delivery.connections, mail: mail, drafts: drafts,
                state: state, clock: delivery.clock, request
            ).run()
        }
    }

    /// Uses another way to sync, such as one with the connection of a watch.
    public init(_ sync: @escaping @Sendable (AccountSync.Request) async -> SyncReport) {
        self.sync = { request, _ in await sync(request) }
    }

    func run(for delivery: OutboxDelivery) async -> Result {
        var request = AccountSync.Request()
        request.mailboxes = [.sent, .drafts]
        request.isBrief = true
        let report = await sync(request, delivery)
        guard let failure = report.failure else {
            return report.hasComparedDrafts
                ? .synced : .failed(report.notices.first ?? "The sync left Drafts out.")
        }
        if case .unreachable(let connection, _) = failure, connection.isOffline { return .offline }
        return failure.isBusy ? .busy : .failed(failure.sentence)
    }
}
