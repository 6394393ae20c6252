public import MailTypes

/// The identifiers in a Message-ID, In-Reply-To, References or Content-ID field, produced one at a time [RFC 5322
/// §3.6.4].
///
/// Text in angle brackets is an identifier. Phrases and comments around it, which old programs write in In-Reply-To,
/// are ignored. In a field without brackets, each word is an identifier, as some programs write it.
public struct MessageIDList: Sequence, IteratorProtocol {
    private var cursor: FieldCursor
    private let hasBrackets: Bool

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        cursor = FieldCursor(bytes, range)
        hasBrackets = ByteScan.first(ASCII.less, in: bytes.span, range) < range.upperBound
    }

    /// Parses a list that another program provided, in UTF-8.
    public init(_ text: String) {
        let octets = Array(text.utf8)
        self.init(octets, 0..<octets.count)
    }

    public mutating func next() -> MessageID? {
        while !cursor.isAtEnd {
            if hasBrackets {
                cursor.skip(to: ASCII.less)
                guard cursor.skip(ASCII.less) else { return nil }
                let inside = cursor.run { $0 == ASCII.greater || $0 == ASCII.less }
                let octets = cursor.bytes[inside].filter { !$0.isWhitespace }
                if !octets.isEmpty { return MessageID(String(decoding: octets, as: UTF8.self)) }
            } else {
                cursor.skipCFWS()
                let word = cursor.run { $0.isWhitespace || $0 == ASCII.comma || $0 == ASCII.greater }
                if !word.isEmpty { return MessageID(String(decoding: cursor.bytes[word], as: UTF8.self)) }
                if !cursor.isAtEnd { cursor.index += 1 }
            }
        }
        return nil
    }
}
