public import Disk
internal import MailTypes
public import MaildirStore

/// Uploads copies in Sent, and removes sent drafts from the server, after something was sent: a short sync of these two
/// mailboxes.
public struct SentUpload: Sendable {
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
        guard let credentials = try? await delivery.credentials(false) else { return }
        var request = AccountSync.Request()
        request.mailboxes = [.sent, .drafts]
        request.isBrief = true
        _ = await AccountSync(
            delivery.account, as: credentials, by: delivery.connections, mail: mail, drafts: drafts, state: state,
            clock: delivery.clock, request
        ).run()
    }
}
