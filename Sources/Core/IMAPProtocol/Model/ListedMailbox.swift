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
