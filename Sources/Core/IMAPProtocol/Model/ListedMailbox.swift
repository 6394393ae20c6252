public import MailTypes

/// A LIST, LSUB or XLIST response [RFC 9051 §7.3.1].
public struct ListedMailbox: Hashable, Sendable {
    /// The name as encoded by the server. `nil` if it cannot be used in a command or is empty, as in the answer to
    /// `LIST "" ""`.
    public let name: EncodedMailboxName?
    /// The hierarchy separator. `nil` for a flat name.
    public let separator: UInt8?
    public let attributes: Attributes
    public let specialUses: Set<SpecialUse>
    /// The name before a rename, if reported [RFC 9051 §6.3.9.7].
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
        /// XLIST's mark for INBOX under a localized name.
        public static let inbox = Attributes(rawValue: 1 << 9)
    }

    /// Whether the mailbox can be selected.
    public var isSelectable: Bool { attributes.isDisjoint(with: [.noSelect, .nonExistent]) }
}

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

/// The result of a SEARCH or ESEARCH response [RFC 9051 §7.3.3, RFC 4731].
public struct SearchResult: Hashable, Sendable {
    /// The numbers of SEARCH, or ALL of ESEARCH. `nil` if an ESEARCH has no ALL.
    public var found: UIDSet?
    public var least: UID?
    public var greatest: UID?
    public var count: UInt32?
    public var modSequence: ModSequence?
    /// The tag of the command that the result belongs to, if reported.
    public var tag: CommandTag?
    /// Whether the response is marked as containing UIDs, which only ESEARCH can be.
    public var isUID = false

    public init() {}
}
