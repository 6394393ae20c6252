public import MailTypes

/// The items of a STATUS response. `nil` means missing, or 0 where 0 is invalid [RFC 9051 §7.3.4].
public struct MailboxStatus: Hashable, Sendable {
    /// `nil` if the name cannot be used in a command.
    public let name: EncodedMailboxName?
    public var messages: UInt32?
    public var recent: UInt32?
    public var unseen: UInt32?
    public var deleted: UInt32?
    public var uidNext: UID?
    public var uidValidity: UIDValidity?
    /// In bytes.
    public var size: UInt64?
    public var highestModSequence: ModSequence?
    /// The largest message in bytes that APPEND accepts in this mailbox.
    public var appendLimit: UInt64?
    /// Unreliable: Cyrus 3.6 sends uninitialized memory.
    public var mailboxID: [UInt8]?

    public init(name: EncodedMailboxName?) {
        self.name = name
    }
}
