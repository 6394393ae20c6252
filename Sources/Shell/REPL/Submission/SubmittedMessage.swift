internal import Accounts
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

/// A message that another program wrote, with its options for sending.
struct SubmittedMessage {
    /// The result of `OutboxPreparation.ready`.
    let message: [UInt8]
    var sender: EmailAddress?
    var authorName: String?
    var recipients: [EmailAddress] = []
    /// Whether the addresses in To, Cc and Bcc are recipients.
    var readsHeader = true
}

extension Console {
    /// Queues the message in the account that sends as its sender or author, or otherwise in the account for new
    /// messages.
    func queue(
        _ submission: SubmittedMessage, _ invocation: Invocation
    ) throws(CommandFailure) -> (account: MailAccount, item: DraftItem) {
        if submission.readsHeader { try OutboxPreparation.recipientCount(submission.message) }
        let account = try account(sending: submission, invocation)
        let identity = account.configuration.identities.first { $0.address == submission.sender }
        let main = identity ?? account.configuration.identities.first
        let sender = submission.sender.flatMap { $0 == .null ? nil : $0 }
        let now = clock.now()
        let octets = OutboxPreparation.completed(
            submission.message, zone.time(now), author: author(submission, main, sender))
        let envelope = try envelope(of: submission, Message(octets), account)
        let store = try account.drafts()
        let name = account.name.text
        let item = try drafting { () throws(DraftError) in
            try store.queue(octets, from: nil, at: now) {
                $0.account = name
                $0.queuedMoment = QueueTimestamp(now, clock.uptime())
                $0.envelope = envelope
            }
        }
        return (account, item)
    }

    /// Returns the author if the header has none; `nil` if no address is configured yet, so that the account that sends
    /// the message decides.
    private func author(_ submission: SubmittedMessage, _ main: Identity?, _ sender: EmailAddress?) -> Address? {
        let name = submission.authorName ?? main?.name
        if let email = sender ?? main?.address ?? senderOfEnvironment?.email {
            return Address(name: name ?? senderOfEnvironment?.name, email: email)
        }
        return submission.authorName.map { Address(name: $0, email: unnamedSender.email) }
    }

    private func account(
        sending submission: SubmittedMessage, _ invocation: Invocation
    ) throws(CommandFailure) -> MailAccount {
        let authors = Message(submission.message).header.addresses(.from).compactMap(\.email)
        let accounts = try accounts(invocation)
        for address in [submission.sender].compactMap({ $0 }) + authors {
            if let account = accounts.first(where: { account in
                account.configuration.identities.contains { $0.address == address }
            }) {
                return account
            }
        }
        return try accountToWriteFrom(invocation)
    }

    private func envelope(
        of submission: SubmittedMessage, _ message: Message, _ account: MailAccount
    ) throws(CommandFailure) -> Sidecar.Envelope {
        let named = submission.readsHeader ? envelope(of: message, from: account)?.recipients ?? [] : []
        let envelope = Sidecar.Envelope(
            sender: submission.sender ?? sender(of: message, account), recipients: named + submission.recipients,
            messageID: message.header.messageID)
        guard let envelope else { throw OutboxPreparation.nobody(.noUser) }
        if envelope.fits { return envelope }
        throw CommandFailure(
            .dataError, "tooManyRecipients",
            "Too many recipients for one envelope. Nothing was queued. Send it to fewer at a time.")
    }
}
