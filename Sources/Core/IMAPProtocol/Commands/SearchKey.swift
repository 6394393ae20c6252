public import MailTypes

/// A search criterion.
public indirect enum SearchKey: Hashable, Sendable {
    case all
    case uid(UIDSet)
    /// The message has the flag or keyword.
    case flagged(Flag)
    case unflagged(Flag)
    /// The message arrived on this day or later, in the server's time zone.
    case since(year: Int, month: Int, day: Int)
    case before(year: Int, month: Int, day: Int)
    /// The message has a header field with this name that contains the text. An empty text matches any value.
    case header(String, [UInt8])
    case text([UInt8])
    /// The size in bytes.
    case larger(UInt32)
    case smaller(UInt32)
    case modSequence(ModSequence)
    case not(SearchKey)
    case either(SearchKey, SearchKey)
    case both([SearchKey])

    /// Whether a text contains non-ASCII characters, which requires a charset.
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
