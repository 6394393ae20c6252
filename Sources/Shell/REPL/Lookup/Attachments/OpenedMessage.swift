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

    init(
        octets: [UInt8], members: @escaping (inout JSONWriter) -> Void, found: IndexedMail.Found?,
        security: DecryptedMessage? = nil
    ) {
        self.octets = octets
        self.members = members
        self.found = found
        self.security = security
    }

    /// Reads a message in a mailbox. If another program edited it in place, the index is corrected.
    init(_ found: IndexedMail.Found) throws(CommandFailure) {
        let octets = try found.contents()
        let found = found.reindexed(with: octets) ?? found
        self.init(octets: octets, members: { IndexedMessageJSON.members(of: found, to: &$0) }, found: found)
    }

    /// Whether the content of a part is on this machine.
    func isHere(_ part: Part) -> Bool {
        guard let missing = part.missing else { return true }
        guard let found, let cache = found.attachmentCache else { return false }
        return cache.has(AttachmentCache.Key(found.message.content.hash, missing.section))
    }
}
