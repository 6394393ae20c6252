/// Reads the attributes of a tag in order, as ranges of their names and values [WHATWG HTML §13.2.5.32–40].
struct HTMLAttributeScanner {
    private var index: Int
    private let end: Int

    /// `range`: from the end of the tag's name to its ">".
    init(_ range: Range<Int>) {
        index = range.lowerBound
        end = range.upperBound
    }

    /// An attribute without a value has an empty range.
    mutating func next(_ bytes: Span<UInt8>) -> (name: Range<Int>, value: Range<Int>)? {
        while index < end, bytes[index].isHTMLSpace || bytes[index] == ASCII.slash { index &+= 1 }
        guard index < end else { return nil }
        let start = index
        index &+= 1
        while index < end, !Self.endsName(bytes[index]) { index &+= 1 }
        let name = start..<index
        skipSpace(bytes)
        guard index < end, bytes[index] == ASCII.equals else { return (name, index..<index) }
        index &+= 1
        skipSpace(bytes)
        guard index < end, bytes[index] == ASCII.quote || bytes[index] == ASCII.apostrophe else {
            let first = index
            while index < end, !bytes[index].isHTMLSpace { index &+= 1 }
            return (name, first..<index)
        }
        let close = ByteScan.first(bytes[index], in: bytes, (index &+ 1)..<end)
        let value = (index &+ 1)..<close
        index = min(close &+ 1, end)
        return (name, value)
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte.isHTMLSpace || byte == ASCII.slash || byte == ASCII.equals
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>) {
        while index < end, bytes[index].isHTMLSpace { index &+= 1 }
    }
}
