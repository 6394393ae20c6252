/// Finds the end of a tag and the attributes before it. A ">" in quotes does not end a tag [WHATWG HTML §13.2.5.32–40].
struct HTMLTagScanner {
    /// The last possible end of the tag.
    private let limit: Int
    private(set) var attributes = HTMLKnownAttributes()
    private(set) var isSelfClosing = false
    /// The index of the ">".
    private(set) var end: Int
    /// Whether the document may contain another quotation mark; if not, the search is skipped.
    var hasQuote = true
    var hasApostrophe = true

    init(limit: Int) {
        self.limit = limit
        end = limit
    }

    /// Scans the tag. Returns whether it ended; a tag with a known end always does.
    mutating func scan(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        while index < limit {
            let byte = bytes[index]
            if byte == ASCII.greater {
                isSelfClosing = index > start && bytes[index &- 1] == ASCII.slash
                end = index
                return true
            }
            if byte.isHTMLSpace || byte == ASCII.slash {
                index &+= 1
            } else {
                index = attribute(bytes, index)
            }
        }
        return limit < bytes.count
    }

    /// Reads the attribute that begins at `start` and returns its end.
    private mutating func attribute(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var index = start &+ 1
        while index < limit, !Self.endsName(bytes[index]) { index &+= 1 }
        let name = start..<index
        index = skipSpace(bytes, index)
        var value = name.upperBound..<name.upperBound
        if index < limit, bytes[index] == ASCII.equals {
            index = skipSpace(bytes, index &+ 1)
            if index < limit, bytes[index] == ASCII.quote || bytes[index] == ASCII.apostrophe {
                let close = closing(bytes[index], bytes, index &+ 1)
                value = (index &+ 1)..<close
                index = close < limit && bytes[close] != ASCII.greater ? close &+ 1 : close
            } else {
                let first = index
                while index < limit, !bytes[index].isHTMLSpace, bytes[index] != ASCII.greater { index &+= 1 }
                value = first..<index
            }
        }
        if let attribute = HTMLKnownAttribute(bytes, name), !attributes.has(attribute) { attributes[attribute] = value }
        return index
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte.isHTMLSpace || byte == ASCII.slash || byte == ASCII.greater || byte == ASCII.equals
    }

    private func skipSpace(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var index = start
        while index < limit, bytes[index].isHTMLSpace { index &+= 1 }
        return index
    }

    /// Returns the index of the closing quotation mark. A value that is never closed ends with the tag, at the next
    /// ">".
    private mutating func closing(_ mark: UInt8, _ bytes: Span<UInt8>, _ start: Int) -> Int {
        if mark == ASCII.quote ? hasQuote : hasApostrophe {
            let close = ByteScan.first(mark, in: bytes, start..<limit)
            // If the limit is the end of the tag itself, there may be more quotation marks after it.
            if close < limit || limit < bytes.count { return close }
            if mark == ASCII.quote { hasQuote = false } else { hasApostrophe = false }
        }
        return ByteScan.first(ASCII.greater, in: bytes, start..<limit)
    }
}
