public import MailTypes

/// What a message can be found by when its UID means nothing any more, or never did.
public struct MessageIdentity: Hashable, Sendable {
    /// EMAILID [RFC 8474 §5.1] or X-GM-MSGID: equal ones name one immutable content.
    public var object: [UInt8]?
    public var draft: DraftID?
    public var messageID: MessageID?
    /// RFC822.SIZE.
    public var size: Int
    /// INTERNALDATE; `nil` for a file of another program, which keeps none.
    public var date: Instant?

    public init(
        object: [UInt8]? = nil, draft: DraftID? = nil, messageID: MessageID? = nil, size: Int, date: Instant? = nil
    ) {
        self.object = object
        self.draft = draft
        self.messageID = messageID
        self.size = size
        self.date = date
    }
}

/// Finds in what a server lists the messages that are here already.
///
/// By the object's id; else by the draft's; else by Message-ID, size and date; else, for files without a date, by
/// Message-ID and size. Each is paired once, in the order given, so of three that look alike on one side and two on the
/// other two are paired: which of them is no matter, as they are alike.
struct IdentityMatch {
    private enum Key: Hashable {
        case object([UInt8])
        case draft(DraftID)
        case dated(MessageID, Int, Instant)
        case undated(MessageID, Int)
    }

    /// For each of `local` the index of its partner in `server`.
    private(set) var partners: [Int?]

    init(local: [MessageIdentity?], server: [MessageIdentity?]) {
        partners = Array(repeating: nil, count: local.count)
        var taken = Array(repeating: false, count: server.count)
        for key in Self.keys {
            var free: [Key: [Int]] = [:]
            for index in server.indices.reversed() where !taken[index] {
                if let found = server[index].flatMap({ key($0, true) }) { free[found, default: []].append(index) }
            }
            for index in local.indices where partners[index] == nil {
                guard let wanted = local[index].flatMap({ key($0, false) }) else { continue }
                guard let partner = free[wanted]?.popLast() else { continue }
                partners[index] = partner
                taken[partner] = true
            }
        }
    }

    /// From the strongest to the weakest. The second argument says whose it is.
    private static let keys: [@Sendable (MessageIdentity, Bool) -> Key?] = [
        { identity, _ in identity.object.map { .object($0) } },
        { identity, _ in identity.draft.map { .draft($0) } },
        { identity, _ in
            guard let id = identity.messageID, let date = identity.date else { return nil }
            return .dated(id, identity.size, date)
        },
        { identity, isServers in
            guard let id = identity.messageID, isServers || identity.date == nil else { return nil }
            return .undated(id, identity.size)
        },
    ]
}
