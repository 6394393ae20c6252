public import MailTypes

/// A command that a model server was given, what it did and what the server said to it.
public struct ModelCommand: Sendable {
    /// Something that became different by it.
    public enum Effect: Hashable, Sendable {
        case flags(EncodedMailboxName, UID, added: [Flag], removed: [Flag])
        /// `object`: what the message is, wherever it stands.
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

    /// Which connection it came from, counted from 0.
    public let connection: Int
    /// `UID FETCH`, in upper case.
    public let verb: String
    /// The line without its tag; a literal is "<12 octets>", and what somebody signs in with is left out.
    public let line: String
    public internal(set) var effects: [Effect] = []
    /// `nil` for one that was cut off.
    public internal(set) var answer: Answer?
}
