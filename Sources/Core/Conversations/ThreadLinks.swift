public import InternetMessage
internal import MailTypes

/// The identifiers that connect a message to others [RFC 5322 §3.6.4].
public struct ThreadLinks: Sendable {
    /// The message's own identifier and those in In-Reply-To and References, each once, sorted by bytes.
    public let ids: [[UInt8]]
    /// Whether it references another message.
    public let isReply: Bool

    /// If a field contains more identifiers than this, only its first and its last ones are used: the beginning of the
    /// conversation and the messages nearest to this one.
    public static let maximumIDs = 200
    /// Longer identifiers are ignored, because no header line may be longer [RFC 5322 §2.1.1].
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
        /// The index to overwrite once the list is full: the oldest identifier except the first.
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
