internal import Accounts
internal import InternetMessage
internal import MailTypes
internal import MaildirStore

extension Console {
    /// Returns the envelope of a message according to its header.
    ///
    /// The sender is the account's address that the header names, or otherwise the account's main address, because
    /// servers accept only addresses of their users. Without any address, the sender is not set. Returns `nil` if the
    /// message has no recipients.
    func envelope(of message: Message, from account: MailAccount) -> Sidecar.Envelope? {
        Sidecar.Envelope(sender: sender(of: message, account), of: message)
    }

    /// Returns the envelope of a message in the outbox that does not have one yet.
    func envelope(of found: LocatedDraft, _ invocation: Invocation) throws(CommandFailure) -> Sidecar.Envelope? {
        if let known = found.item.sidecar?.envelope { return known }
        return envelope(of: Message(try found.contents()), from: try account(of: found, invocation))
    }

    /// Returns `nil` if there are no accounts and EMAIL is not set.
    func sender(of message: Message, _ account: MailAccount) -> EmailAddress? {
        let named = [FieldName.sender, .from].flatMap { message.header.addresses($0) }.compactMap(\.email)
        let own = account.configuration.identities.map(\.address)
        return named.first { own.contains($0) } ?? own.first ?? senderOfEnvironment?.email
    }
}
