import MailTypes

extension ResponseCursor {
    /// Parses the name of a FETCH item with message content, including its section and origin.
    mutating func fetchedItem() throws(ResponseError) -> FetchedContentItem {
        let start = index
        let name = run { $0 > ASCII.space && $0 != ASCII.leftBracket && $0 != ASCII.less }
        if has("rfc822", at: name) { return .rfc822(.whole) }
        if has("rfc822.header", at: name) { return .rfc822(.header) }
        if has("rfc822.text", at: name) { return .rfc822(.text) }
        let isBinary = has("binary", at: name) || has("binary.peek", at: name)
        guard isBinary || has("body", at: name) || has("body.peek", at: name), peek == ASCII.leftBracket
        else {
            index = start
            throw failure(.expected("an item"))
        }
        let section = try bracketed()
        guard let section = BodySection(section) else { throw failure(.expected("a section")) }
        var origin: UInt32?
        if skip(ASCII.less) {
            origin = try number32()
            // Some servers repeat the requested length.
            if skip(ASCII.dot) { _ = try number32() }
            try expect(ASCII.greater)
        }
        return isBinary ? .binary(section, origin: origin) : .body(section, origin: origin)
    }

    /// Parses text in brackets. Quoted strings in it may contain brackets.
    mutating func bracketed() throws(ResponseError) -> [UInt8] {
        try expect(ASCII.leftBracket)
        let start = index
        while let octet = peek, octet != ASCII.rightBracket {
            if octet == ASCII.quote { _ = try quoted() } else { index += 1 }
        }
        let content = Array(octets[start..<index])
        try expect(ASCII.rightBracket)
        return content
    }

    /// Parses `"25-Jun-1994 01:02:03 +0000"`. Returns `nil` for NIL or an invalid date [RFC 9051 §9].
    mutating func internalDate() throws(ResponseError) -> DateTime? {
        guard peek == ASCII.quote else {
            _ = try nstring()
            return nil
        }
        let start = index + 1
        index = start
        while index < end, octets[index] != ASCII.quote { index &+= 1 }
        guard index < end else { throw failure(.unexpectedEnd) }
        let text = start..<index
        index &+= 1
        var date = InternalDateParser(text)
        return date.read(octets.span)
    }
}
