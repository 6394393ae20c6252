public import MailTypes

/// A message as the server reported it in this sync.
public struct ServerMessage: Hashable, Sendable {
    public let uid: UID
    /// `nil` if the flags were not fetched.
    public var flags: FlagSet?
    /// The content if it is proven: by EMAILID, or by comparing the header with all local messages. A message that
    /// matches none of them has an ID of its own. `nil` if unknown.
    public var content: InternedContentID?
    /// Fetched only when UIDs cannot be used: in the first sync with existing files, or after a UIDVALIDITY change.
    public var identity: MessageIdentity?
    /// The server's identifier for the content, if it has one. Messages with the same identifier are identical
    /// [RFC 8474 §5.1].
    public var object: [UInt8]?
    /// `false` if the message is older than the sync window. It then counts as neither new nor gone.
    public var isInWindow: Bool

    public init(
        _ uid: UID, flags: FlagSet? = nil, content: InternedContentID? = nil, identity: MessageIdentity? = nil,
        object: [UInt8]? = nil,
        isInWindow: Bool = true
    ) {
        self.uid = uid
        self.flags = flags
        self.content = content
        self.identity = identity
        self.object = object
        self.isInWindow = isInWindow
    }
}
