/// The parameters of a Content-Type or Content-Disposition [RFC 2045 §5.1, RFC 2183, RFC 2231].
///
/// Accepts missing semicolons, white space around "=", unquoted values with spaces, comments, repeated names (the first
/// one counts), encoded words inside quotes and raw 8-bit text.
struct ParameterParser {
    private var cursor: FieldCursor
    /// The value before the first parameter: a media type or a disposition.
    let value: Range<Int>

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        cursor = FieldCursor(bytes, range)
        cursor.skipCFWS()
        let start = cursor.index
        var end = start
        // The value ends at a semicolon, at a comment, or where "token=" begins a parameter without its semicolon.
        while !cursor.isAtEnd, cursor.current != ASCII.semicolon {
            if cursor.index == start, Self.beginsParameter(cursor) { break }
            if cursor.current == ASCII.leftParenthesis, cursor.comment() != nil { continue }
            if cursor.current.isWhitespace {
                cursor.skipCFWS()
                if Self.beginsParameter(cursor) { break }
                continue
            }
            cursor.index += 1
            end = cursor.index
        }
        value = start..<end
    }

    /// Returns the value of a parameter as written, without quotes; RFC 2231 extensions are ignored.
    func rawValue(of name: StaticString) -> [UInt8]? {
        var rest = self
        while let parameter = rest.next() {
            if cursor.bytes.span.equalsIgnoringCase(name, in: parameter.name) { return parameter.value }
        }
        return nil
    }

    struct Parameter {
        let name: Range<Int>
        let value: [UInt8]
    }

    mutating func next() -> Parameter? {
        while true {
            cursor.skipCFWS()
            while !cursor.isAtEnd, cursor.current == ASCII.semicolon || cursor.current == ASCII.comma {
                cursor.index += 1
                cursor.skipCFWS()
            }
            guard !cursor.isAtEnd else { return nil }
            let name = cursor.run { $0 == ASCII.equals || $0 == ASCII.semicolon || $0.isWhitespace }
            cursor.skipCFWS()
            guard cursor.skip(ASCII.equals) else {
                if name.isEmpty { cursor.index += 1 }
                continue
            }
            cursor.skipCFWS()
            let value = cursor.quotedString() ?? unquotedValue(isFilename: isFilename(name))
            if name.isEmpty { continue }
            return Parameter(name: name, value: value)
        }
    }

    /// Reads an unquoted value. A file name extends to the semicolon, including blanks and parentheses; other values
    /// are tokens.
    private mutating func unquotedValue(isFilename: Bool) -> [UInt8] {
        if !isFilename {
            let token = cursor.run { $0 == ASCII.semicolon || $0.isWhitespace || $0 == ASCII.leftParenthesis }
            return Array(cursor.bytes[token])
        }
        let start = cursor.index
        var end = start
        while !cursor.isAtEnd, cursor.current != ASCII.semicolon {
            if cursor.current.isWhitespace {
                cursor.skipWhitespace()
                if Self.beginsParameter(cursor) { break }
                continue
            }
            cursor.index += 1
            end = cursor.index
        }
        return cursor.bytes[start..<end].filter { $0 != ASCII.cr && $0 != ASCII.lf }
    }

    private func isFilename(_ name: Range<Int>) -> Bool {
        var base = name
        if let star = cursor.bytes[name].firstIndex(of: ASCII.asterisk) { base = name.lowerBound..<star }
        let span = cursor.bytes.span
        return span.equalsIgnoringCase("filename", in: base) || span.equalsIgnoringCase("name", in: base)
    }

    /// Returns whether `token =` is at the cursor. Scans no further than the length of a parameter name.
    static func beginsParameter(_ cursor: FieldCursor) -> Bool {
        var index = cursor.index
        let limit = min(cursor.end, index + 64)
        while index < limit, cursor.bytes[index].isTokenCharacter { index += 1 }
        guard index > cursor.index else { return false }
        while index < limit, cursor.bytes[index].isBlank { index += 1 }
        return index < limit && cursor.bytes[index] == ASCII.equals
    }
}
