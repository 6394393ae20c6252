public import MailTypes

/// Which messages are the same. Two have one class where the store has compared their octets, or, for a file that is
/// gone, the length, the digest and the Message-ID that the ledger kept of it.
public struct ContentClass: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static func < (one: ContentClass, other: ContentClass) -> Bool { one.rawValue < other.rawValue }
}

/// A message's file as it was found in a mailbox.
public struct LocalMessage: Hashable, Sendable {
    /// What the store calls the file while a plan is made and performed.
    public struct Handle: RawRepresentable, Hashable, Comparable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static func < (one: Handle, other: Handle) -> Bool { one.rawValue < other.rawValue }
    }

    /// What the name of a file says that the message is on the server. The name of a file that was carried here from
    /// another mailbox says nothing.
    public struct Claim: Hashable, Sendable {
        public let uidValidity: UIDValidity
        public let uid: UID

        public init(_ uidValidity: UIDValidity, _ uid: UID) {
            self.uidValidity = uidValidity
            self.uid = uid
        }
    }

    public let handle: Handle
    public var claim: Claim?
    public var flags: FlagSet
    public let content: ContentClass
    /// `false` where parts stand in it that were never fetched: such a file is never uploaded.
    public let isWhole: Bool
    /// A draft of ours. Its text goes up by a way of its own, with a journal, and never by a plan; one that goes from the
    /// server is kept as a version.
    public let isDraft: Bool
    /// What it can be found by where UIDs mean nothing. Asked for only then.
    public let identity: MessageIdentity?

    public init(
        handle: Handle, claim: Claim? = nil, flags: FlagSet = FlagSet(), content: ContentClass, isWhole: Bool = true,
        isDraft: Bool = false, identity: MessageIdentity? = nil
    ) {
        self.handle = handle
        self.claim = claim
        self.flags = flags
        self.content = content
        self.isWhole = isWhole
        self.isDraft = isDraft
        self.identity = identity
    }
}

/// What was found in the directory of a mailbox.
public struct LocalMailbox: Hashable, Sendable {
    /// How far what was found can be believed.
    public enum ScanReliability: Hashable, Sendable {
        /// Two looks, two seconds apart, found the same: what is not there is not there.
        case settled
        /// One look, or a directory that changed a moment ago: another program may be between its two steps.
        case unsettled
        /// It could not be read, or not to its end. Nothing follows from it.
        case unreadable
    }

    /// In any order.
    public var messages: [LocalMessage]
    public var look: ScanReliability
    /// The flags that a file's name can say. The others are the server's alone, and a file that lacks one says nothing.
    public var expressible: FlagSet

    public init(messages: [LocalMessage], look: ScanReliability = .settled, expressible: FlagSet = .maildir) {
        self.messages = messages
        self.look = look
        self.expressible = expressible
    }
}

extension FlagSet {
    /// What the letters D, F, P, R, S and T of a Maildir stand for.
    public static let maildir = FlagSet([.draft, .flagged, .forwarded, .answered, .seen, .deleted])
}
