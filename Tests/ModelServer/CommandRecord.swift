public import MailTypes

/// A command that a model server received, its effects and the answer.
public struct CommandRecord: Sendable {
    /// A change that it made.
    public enum Effect: Hashable, Sendable {
        case flags(EncodedMailboxName, UID, added: [Flag], removed: [Flag])
        /// `object` identifies the message in all mailboxes.
        case expunged(EncodedMailboxName, UID, object: UInt64)
        case moved(EncodedMailboxName, UID, to: EncodedMailboxName, UID)
        case copied(EncodedMailboxName, UID, to: EncodedMailboxName, UID)
        case appended(EncodedMailboxName, UID)
        case created(EncodedMailboxName)
        case deleted(EncodedMailboxName)
        case renamed(EncodedMailboxName, to: EncodedMailboxName)
    }

    public enum Answer: String, Sendable {
        case ok = "OK"
        case no = "NO"
        case bad = "BAD"
    }

    /// The connection that it came from, counted from 0.
    public let connection: Int
    /// In upper case, such as `UID FETCH`.
    public let verb: String
    /// The line without its tag. A literal is shown as "<12 octets>", and credentials are left out.
    public let line: String
    public internal(set) var effects: [Effect] = []
    /// `nil` if the connection was cut before the answer.
    public internal(set) var answer: Answer?
}
