public import MailTypes

/// A line of LIST, LSUB or XLIST [RFC 9051 §7.3.1].
public struct ListedMailbox: Hashable, Sendable {
    /// As the server spells it; `nil` for what no command can carry, and for the empty name that answers `LIST "" ""`.
    public let name: EncodedMailboxName?
    /// `nil` for a flat name.
    public let separator: UInt8?
    public let attributes: Attributes
    public let specialUses: Set<SpecialUse>
    /// The name that it had before, where the server says so [RFC 9051 §6.3.9.7].
    public let formerName: EncodedMailboxName?

    public struct Attributes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        public static let noSelect = Attributes(rawValue: 1)
        public static let nonExistent = Attributes(rawValue: 1 << 1)
        public static let noInferiors = Attributes(rawValue: 1 << 2)
        public static let hasChildren = Attributes(rawValue: 1 << 3)
        public static let hasNoChildren = Attributes(rawValue: 1 << 4)
        public static let marked = Attributes(rawValue: 1 << 5)
        public static let unmarked = Attributes(rawValue: 1 << 6)
        public static let subscribed = Attributes(rawValue: 1 << 7)
        public static let remote = Attributes(rawValue: 1 << 8)
        /// XLIST's way to say that it is INBOX under another name.
        public static let inbox = Attributes(rawValue: 1 << 9)
    }

    /// Whether SELECT has something to select.
    public var isSelectable: Bool { attributes.isDisjoint(with: [.noSelect, .nonExistent]) }
}

/// What STATUS says of a mailbox; `nil` for what it does not say, and for a 0 where none may be [RFC 9051 §7.3.4].
public struct MailboxStatus: Hashable, Sendable {
    /// `nil` for what no command can carry.
    public let name: EncodedMailboxName?
    public var messages: UInt32?
    public var recent: UInt32?
    public var unseen: UInt32?
    public var deleted: UInt32?
    public var uidNext: UID?
    public var uidValidity: UIDValidity?
    /// In octets.
    public var size: UInt64?
    public var highestModSequence: ModSequence?
    /// The largest message that APPEND takes there, in octets.
    public var appendLimit: UInt64?
    /// Cyrus 3.6 puts uninitialised octets here: never to be relied on.
    public var mailboxID: [UInt8]?

    public init(name: EncodedMailboxName?) {
        self.name = name
    }
}

/// What SEARCH or ESEARCH found [RFC 9051 §7.3.3, RFC 4731].
public struct SearchResult: Hashable, Sendable {
    /// Of SEARCH, and of ESEARCH's ALL; `nil` where an ESEARCH has no ALL.
    public var found: UIDSet?
    public var least: UID?
    public var greatest: UID?
    public var count: UInt32?
    public var modSequence: ModSequence?
    /// The command that it answers, where the server says so.
    public var tag: CommandTag?
    /// Whether the server says that the numbers are UIDs: SEARCH never does.
    public var isUID = false

    public init() {}
}
