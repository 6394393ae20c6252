public import MailTypes

/// UID SEARCH [RFC 9051 §6.4.4].
public struct SearchCommand: Hashable, Sendable {
    public let key: SearchKey
    /// Whether the answer may be an ESEARCH with a set, where the server has that [RFC 4731].
    public var returnsSet = true

    public init(_ key: SearchKey) {
        self.key = key
    }
}

/// What a message must be to be found.
public indirect enum SearchKey: Hashable, Sendable {
    case all
    case uid(UIDSet)
    /// Has the flag, or the keyword.
    case flagged(Flag)
    case unflagged(Flag)
    /// Arrived on that day or later; the server's day.
    case since(year: Int, month: Int, day: Int)
    case before(year: Int, month: Int, day: Int)
    /// Has a field of that name with that text in it; any text where it is empty.
    case header(String, [UInt8])
    case text([UInt8])
    /// In octets.
    case larger(UInt32)
    case smaller(UInt32)
    case modSequence(ModSequence)
    case not(SearchKey)
    case either(SearchKey, SearchKey)
    case both([SearchKey])

    /// Whether some text in it is not ASCII, so that the command has to name a charset.
    var needsCharset: Bool {
        switch self {
        case .header(_, let text), .text(let text): text.contains { $0 > 0x7F }
        case .not(let key): key.needsCharset
        case .either(let one, let other): one.needsCharset || other.needsCharset
        case .both(let keys): keys.contains { $0.needsCharset }
        case .all, .uid, .flagged, .unflagged, .since, .before, .larger, .smaller, .modSequence: false
        }
    }
}
