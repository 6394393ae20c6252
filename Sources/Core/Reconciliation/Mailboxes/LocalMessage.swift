public import MailTypes

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
    public let content: InternedContentID
    /// `false` if parts of the message were never fetched. Such a file is never uploaded.
    public let isWhole: Bool
    /// Whether the server may store this message by itself soon, so that it is not uploaded yet.
    public let isAwaited: Bool
    /// Whether this is a draft of petrel. Drafts are uploaded by a separate journalled procedure, never by a plan. If a
    /// draft is removed on the server, the local text is kept as a version.
    public let isDraft: Bool
    /// Used for matching when UIDs cannot be used, and set only then.
    public let identity: MessageIdentity?

    public init(
        handle: Handle, claim: Claim? = nil, flags: FlagSet = FlagSet(), content: InternedContentID,
        isWhole: Bool = true,
        isAwaited: Bool = false, isDraft: Bool = false, identity: MessageIdentity? = nil
    ) {
        self.handle = handle
        self.claim = claim
        self.flags = flags
        self.content = content
        self.isWhole = isWhole
        self.isAwaited = isAwaited
        self.isDraft = isDraft
        self.identity = identity
    }
}
