public import InternetMessage
internal import MailTypes

/// What a message says of the messages that it belongs to: the identifiers that it names [RFC 5322 §3.6.4].
public struct ThreadLinks: Sendable {
    /// Its own identifier and those in its In-Reply-To and References, each once, as octets in the order of their octets.
    public let ids: [[UInt8]]
    /// Whether it names another message.
    public let isReply: Bool

    /// Of a field that names more than this, its first identifier and its last ones are taken: the beginning of the
    /// conversation and the messages nearest to this one.
    public static let maximumIDs = 200
    /// A longer identifier is none: no line of a header may have more octets [RFC 5322 §2.1.1].
    static let maximumLength = 998

    public init(ids: [[UInt8]], isReply: Bool) {
        self.ids = Set(ids).sorted { $0.lexicographicallyPrecedes($1) }
        self.isReply = isReply
    }

    public init(_ header: Header) {
        var named: [[UInt8]] = []
        for name in [FieldName.inReplyTo, .references] { named += Self.ends(of: header.messageIDs(name)) }
        let own = header.messageID.map { Array($0.text.utf8) }
        if let own, own.count <= Self.maximumLength {
            self.init(ids: named + [own], isReply: named.contains { $0 != own })
        } else {
            self.init(ids: named, isReply: !named.isEmpty)
        }
    }

    private static func ends(of ids: HeaderMessageIDs) -> [[UInt8]] {
        var result: [[UInt8]] = []
        /// Where the next one goes once the room is full: in place of the oldest but the first.
        var oldest = 1
        for id in ids where id.text.utf8.count <= maximumLength {
            if result.count <= maximumIDs {
                result.append(Array(id.text.utf8))
            } else {
                result[oldest] = Array(id.text.utf8)
                oldest = oldest == maximumIDs ? 1 : oldest + 1
            }
        }
        return result
    }
}
