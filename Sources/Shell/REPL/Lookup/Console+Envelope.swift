internal import Accounts
internal import InternetMessage
internal import MailTypes
internal import MaildirStore

extension Console {
    /// The envelope of a message that its header addresses: from the address among the account's own that the header
    /// names, else from the account's main one, as servers take mail from their users' addresses alone. Where nobody has an
    /// address yet, the sender stays open. `nil` where the message is for nobody.
    func envelope(of message: Message, from account: MailAccount) -> Sidecar.Envelope? {
        Sidecar.Envelope(sender: sender(of: message, account), of: message)
    }

    /// That of a message in the outbox, where it has none yet.
    func envelope(of found: FoundDraft, _ invocation: Invocation) throws(CommandFailure) -> Sidecar.Envelope? {
        if let known = found.item.sidecar?.envelope { return known }
        return envelope(of: Message(try found.contents()), from: try account(of: found, invocation))
    }

    /// `nil` in a home without accounts, where EMAIL says nothing either.
    func sender(of message: Message, _ account: MailAccount) -> EmailAddress? {
        let named = [FieldName.sender, .from].flatMap { message.header.addresses($0) }.compactMap(\.email)
        let own = account.configuration.identities.map(\.address)
        return named.first { own.contains($0) } ?? own.first ?? senderOfEnvironment?.email
    }
}
