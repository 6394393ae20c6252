public import MailTypes

/// A message in a mailbox. The same message in two mailboxes is two values with the same content.
public struct IndexedMessage: Hashable, Sendable {
    public var id: IndexedMessageID
    public var thread: ThreadID
    public var mailbox: MailboxName
    public var file: IndexedFile
    public var content: IndexedContent
    /// The points of a search by relevance, otherwise 0.
    public var relevance = 0

    public var flags: MaildirFlags { file.flags }
    public var isUnread: Bool { !flags.contains(.seen) }
}

/// Identifies a message in a mailbox. It does not change with the flags or the filename, or when the index is rebuilt.
/// In another mailbox, the same message has another ID.
public struct IndexedMessageID: Hashable, Sendable {
    public let value: UInt64

    public init(value: UInt64) {
        self.value = value
    }

    /// Returns `nil` unless the text is 16 hexadecimal digits.
    public init?(_ digits: some Collection<UInt8>) {
        guard digits.count == 16, let value = HexadecimalNumber.value(digits) else { return nil }
        self.value = value
    }
}

extension IndexedMessageID: CustomStringConvertible {
    public var description: String { String(decoding: HexadecimalNumber.digits(value), as: UTF8.self) }
}
