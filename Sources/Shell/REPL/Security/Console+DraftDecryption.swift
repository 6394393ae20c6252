internal import Accounts
internal import Composer
internal import GnuPG
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import MessageSecurity

extension Console {
    /// Returns a stored draft for editing or sending. One that came encrypted from the server is decrypted; it must never be
    /// sent as it is, because only its author can read it.
    mutating func draftContents(_ found: LocatedDraft) throws(CommandFailure) -> [UInt8] {
        let octets = try found.contents()
        let message = Message(octets)
        guard found.item.header != nil, message.header.first(named: "x-petrel-security") != nil || isToSelf(message),
            case .encrypted? = SecuredPart(message.root)
        else { return octets }
        let decrypted = decrypted(octets)
        guard let decrypted, decrypted.isDecrypted else {
            let reason = decrypted?.findings.first.map { SecuritySentence.of($0).text } ?? "encrypted"
            throw CommandFailure(
                .unavailable, "notDecrypted", "\(found.number ?? "The draft") cannot be opened: \(reason)")
        }
        return decrypted.octets
    }

    /// Whether petrel encrypted the draft although it is not marked: the account encrypts everything.
    private func isToSelf(_ message: Message) -> Bool {
        guard case .encrypted? = SecuredPart(message.root) else { return false }
        return message.header.subject?.utf8.elementsEqual(SecuredMessageWriter.outerSubject.utf8) ?? false
    }
}
