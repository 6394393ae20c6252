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

extension OutboxDelivery {
    /// Returns this delivery with another way to sync Sent and Drafts.
    public func syncingSentAndDrafts(by sync: SentAndDraftsSync) -> OutboxDelivery {
        var delivery = self
        delivery.sentAndDraftsSync = sync
        return delivery
    }

    /// Returns this delivery as it runs after a sync with this report.
    public func following(_ report: SyncReport) -> OutboxDelivery {
        var delivery = self
        delivery.areDraftsFresh = report.failure == nil && report.hasComparedDrafts
        return delivery
    }

    /// Returns this delivery, which tries at once to send messages that wait for the server. If it cannot be reached, that
    /// does not count as an attempt.
    public func tryingAtOnce() -> OutboxDelivery {
        var delivery = self
        delivery.triesAtOnce = true
        return delivery
    }

    /// Returns this delivery with a log of its attempts. `log` returns a sentence if it cannot record one.
    public func logging(by log: @escaping @Sendable (SubmissionAttempt) -> String?) -> OutboxDelivery {
        var delivery = self
        delivery.log = log
        return delivery
    }
}
