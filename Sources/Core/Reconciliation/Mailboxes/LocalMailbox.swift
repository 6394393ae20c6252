public import MailTypes

/// Identifies messages with the same content. Two messages have the same class if the store has compared their bytes
/// or, for a file that is gone, the length, digest and Message-ID recorded in the ledger.
public struct ContentClass: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static func < (one: ContentClass, other: ContentClass) -> Bool { one.rawValue < other.rawValue }
}

/// A message file found in a mailbox directory.
public struct LocalMessage: Hashable, Sendable {
    /// The store's identifier for the file while a plan is made and executed.
    public struct Handle: RawRepresentable, Hashable, Comparable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static func < (one: Handle, other: Handle) -> Bool { one.rawValue < other.rawValue }
    }

    /// The server message that a file's name refers to. The name of a file that was moved here from another mailbox
    /// makes no claim.
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
    /// `false` if parts of the message were never fetched. Such a file is never uploaded.
    public let isWhole: Bool
    /// Whether this is a draft of petrel. Drafts are uploaded by a separate journalled procedure, never by a plan. If a
    /// draft is removed on the server, the local text is kept as a version.
    public let isDraft: Bool
    /// Used for matching when UIDs cannot be used, and set only then.
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

/// The contents of a mailbox directory.
public struct LocalMailbox: Hashable, Sendable {
    /// How reliable a directory scan is.
    public enum ScanReliability: Hashable, Sendable {
        /// Two scans, two seconds apart, found the same files, so a missing file is really gone.
        case settled
        /// There was only one scan, or the directory changed a moment ago: another program may be in the middle of
        /// moving a file.
        case unsettled
        /// The directory could not be read completely, so nothing follows from missing files.
        case unreadable
    }

    /// In any order.
    public var messages: [LocalMessage]
    public var look: ScanReliability
    /// The flags that a file name can represent. All others exist only on the server, and their absence here means
    /// nothing.
    public var expressible: FlagSet

    public init(messages: [LocalMessage], look: ScanReliability = .settled, expressible: FlagSet = .maildir) {
        self.messages = messages
        self.look = look
        self.expressible = expressible
    }
}

extension FlagSet {
    /// The flags of the Maildir letters D, F, P, R, S and T.
    public static let maildir = FlagSet([.draft, .flagged, .forwarded, .answered, .seen, .deleted])
}
