public import MailTypes

/// A message in a mailbox. The same message in two mailboxes is two of these with one content.
public struct IndexedMessage: Hashable, Sendable {
    public var id: IndexedMessageID
    public var thread: ThreadID
    public var mailbox: MailboxName
    public var file: IndexedFile
    public var content: IndexedContent

    public var flags: MessageFlags { file.flags }
    public var isUnread: Bool { !flags.contains(.seen) }
}

/// Where a message stands in its mailbox.
public struct IndexedFile: Hashable, Sendable {
    /// The directory of the Maildir.
    public enum Place: UInt8, Hashable, Sendable, CaseIterable {
        case new, cur
    }

    public var name: [UInt8]
    public var place: Place
    public var flags: MessageFlags

    public init(place: Place, name: [UInt8], flags: MessageFlags) {
        self.name = name
        self.place = place
        self.flags = flags
    }
}

/// Names a message in a mailbox: the same after other flags, other file names and a new index; another one in another
/// mailbox.
public struct IndexedMessageID: Hashable, Sendable {
    public let value: UInt64

    public init(value: UInt64) {
        self.value = value
    }

    /// `nil` for anything but 16 hexadecimal digits.
    public init?(_ digits: some Collection<UInt8>) {
        guard digits.count == 16, let value = Hexadecimal.value(digits) else { return nil }
        self.value = value
    }
}

extension IndexedMessageID: CustomStringConvertible {
    public var description: String { String(decoding: Hexadecimal.digits(value), as: UTF8.self) }
}

/// Names a conversation as it is now: with another message it may get another name.
public struct ThreadID: Hashable, Sendable {
    public let value: UInt64

    public init(value: UInt64) {
        self.value = value
    }

    /// `nil` for anything but 16 hexadecimal digits.
    public init?(_ digits: some Collection<UInt8>) {
        guard digits.count == 16, let value = Hexadecimal.value(digits) else { return nil }
        self.value = value
    }
}

extension ThreadID: CustomStringConvertible {
    public var description: String { String(decoding: Hexadecimal.digits(value), as: UTF8.self) }
}

/// A mailbox and how much is in it.
public struct IndexedMailbox: Hashable, Sendable {
    public var name: MailboxName
    public var total: Int
    public var unread: Int
}
