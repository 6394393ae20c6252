public import Disk
internal import MailTypes
public import MaildirStore

/// Runs a short sync of Sent and Drafts after messages were sent. It uploads the copies in Sent and removes sent drafts
/// from the server.
public struct PostSendSync: Sendable {
    private let mail: MailTree
    private let drafts: DraftStore
    private let state: Directory

    /// `state` is the account's directory for data that only petrel reads.
    public init(mail: MailTree, drafts: DraftStore, state: Directory) {
        self.mail = mail
        self.drafts = drafts
        self.state = state
    }

    func run(for delivery: OutboxDelivery) async {
        var request = AccountSync.Request()
        request.mailboxes = [.sent, .drafts]
        request.isBrief = true
        _ = await AccountSync(
            delivery.account, as: delivery.credentials, by: delivery.connections, mail: mail, drafts: drafts,
            state: state,
            clock: delivery.clock, request
        ).run()
    }
}
