import MailTypes

/// Matches local messages with the messages that a server lists.
///
/// Matches by object ID, then draft ID, then Message-ID, size and date; files without a date also match by Message-ID
/// and size. Each message is matched once, in the given order. If there are three identical messages on one side and
/// two on the other, two pairs result; which ones are paired does not matter.
struct IdentityMatch {
    private enum Key: Hashable {
        case object([UInt8])
        case draft(DraftID)
        case dated(MessageID, Int, Instant)
        case undated(MessageID, Int)
    }

    /// The index in `server` of the match for each of `local`.
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

    /// From the strongest to the weakest. The second argument is whether the identity is the server's.
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
