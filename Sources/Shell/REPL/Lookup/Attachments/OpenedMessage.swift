internal import Accounts
internal import GnuPG
internal import InternetMessage
internal import MailEngine
internal import MailIndex
internal import MailTypes

/// A message for a command, and its location.
struct OpenedMessage {
    let octets: [UInt8]
    /// Writes the JSON members that give its location.
    let members: (inout JSONWriter) -> Void
    /// `nil` for a message that is not in a mailbox. All of its parts are on this machine.
    let found: IndexedMail.Found?
    /// What is known about its signatures and encryption, if `octets` are the verified and decrypted message.
    var security: DecryptedMessage?

    /// Whether the content of a part is on this machine.
    func isHere(_ part: Part) -> Bool {
        guard let missing = part.missing else { return true }
        guard let found, let cache = found.attachmentCache else { return false }
        return cache.has(AttachmentCache.Key(found.message.content.hash, missing.section))
    }
}
