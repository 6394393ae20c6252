public import MailTypes

/// What the server said of a message in this sync.
public struct ServerMessage: Hashable, Sendable {
    public let uid: UID
    /// `nil` where they were not asked for.
    public var flags: FlagSet?
    /// Where it is proven which one it is: by its EMAILID, or as its header was compared with all that is here. One that
    /// is none of ours has a class of its own. `nil` where nothing is known.
    public var content: ContentClass?
    /// Asked for where UIDs mean nothing: a first sync with files that are here already, another UIDVALIDITY.
    public var identity: MessageIdentity?
    /// What the server calls the content, where it says it: two messages of one object are alike [RFC 8474 §5.1].
    public var object: [UInt8]?
    /// `false` for one that is older than the span of time that is synced: neither new nor gone.
    public var isInWindow: Bool

    public init(
        _ uid: UID, flags: FlagSet? = nil, content: ContentClass? = nil, identity: MessageIdentity? = nil,
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

/// What is known of the messages that a server no longer has.
public enum Presence: Hashable, Sendable {
    /// All that it has: UID SEARCH ALL, or, with a window, SEARCH SINCE together with a search for all that is here, for
    /// all that the anchor awaits and for all from its UIDNEXT on. One that is awaited may be the copy of a file that is
    /// here, however old it has become meanwhile.
    case complete(UIDSet)
    /// Those that went since the anchor's mod-sequence: VANISHED (EARLIER) [RFC 7162 §3.2.10].
    case vanished(UIDSet)
    /// Nothing but perhaps a count. Without one the anchor's mod-sequence stays where it is: what went before a later one
    /// would never be heard of.
    case unknown
}

/// Which flags a mailbox keeps [RFC 9051 §7.1, PERMANENTFLAGS].
public enum PermanentFlags: Hashable, Sendable {
    /// `\*`, or nothing said: a client is to assume that all can be changed.
    case any
    case only(FlagSet)

    func allows(_ flag: Flag) -> Bool {
        switch self {
        case .any: flag != .recent
        case .only(let flags): flag != .recent && flags.contains(flag)
        }
    }
}

/// A mailbox as the server showed it, from a listing of everything down to a few changes.
public struct ServerMailbox: Hashable, Sendable {
    public var status: MailboxStatus
    public var presence: Presence
    /// In ascending order: all that flags were given for, and each new one. What is not among them is as it was.
    public var messages: [ServerMessage]
    public var permanentFlags: PermanentFlags
    /// SELECT ended in `[READ-ONLY]`, or the mailbox was examined.
    public var isReadOnly: Bool
    /// Whether everything on the server is inside the window, so that the number of its messages can be compared.
    public var isCounted: Bool
    /// A second listing has confirmed what this one says is gone.
    public var isVerified: Bool

    public init(
        status: MailboxStatus, presence: Presence, messages: [ServerMessage] = [],
        permanentFlags: PermanentFlags = .any, isReadOnly: Bool = false, isCounted: Bool = true,
        isVerified: Bool = false
    ) {
        self.status = status
        self.presence = presence
        let isAscending = zip(messages, messages.dropFirst()).allSatisfy { $0.uid < $1.uid }
        self.messages = isAscending ? messages : messages.sorted { $0.uid < $1.uid }
        self.permanentFlags = permanentFlags
        self.isReadOnly = isReadOnly
        self.isCounted = isCounted
        self.isVerified = isVerified
    }

    func message(_ uid: UID) -> ServerMessage? {
        var low = 0
        var high = messages.count
        while low < high {
            let middle = (low + high) / 2
            if messages[middle].uid < uid { low = middle + 1 } else { high = middle }
        }
        return low < messages.count && messages[low].uid == uid ? messages[low] : nil
    }
}
