/// The boundary of a multipart, where its parameter and its delimiter lines differ.
extension StructureParser {
    private static let maximumSearches = 4

    /// Returns the boundary that a Content-Type states.
    mutating func boundary(_ field: FieldRecord) -> [UInt8]? {
        let parameters = ParameterParser(bytes, field.valueRange)
        // A boundary never needs RFC 2231, but senders may use it.
        let stated =
            parameters.rawValue(of: "boundary")
            ?? ParameterList(parameters, bytes)["boundary"].map { Array($0.utf8) } ?? []
        var boundary = stated
        while boundary.last?.isWhitespace ?? false { boundary.removeLast() }
        // A boundary must not end with blanks, and transports strip them from delimiter lines. If they were not
        // stripped, they distinguish delimiters from text.
        if !boundary.isEmpty, boundary.count < stated.count, searches < Self.maximumSearches {
            searches += 1
            if hasLine(beginning: [ASCII.hyphen, ASCII.hyphen] + stated) { boundary = stated }
        }
        return boundary.isEmpty ? nil : boundary
    }

    private func hasLine(beginning start: [UInt8]) -> Bool {
        let span = bytes.span
        var lineStart = position
        while lineStart < span.count {
            if start.span.isEqual(to: span, at: lineStart) { return true }
            lineStart = ByteScan.first(ASCII.lf, in: span, lineStart..<span.count) + 1
        }
        return false
    }

    /// Matches a line that begins with the innermost boundary and continues without a blank, if no line is a delimiter
    /// as stated. Then the parameter has lost its end, such as one without quotes at a semicolon, and the line is the
    /// whole boundary. "It is sufficient that the boundary appear in its entirety" at the start of a line [RFC 2046
    /// §5.1.1].
    mutating func delimiterCompletingBoundary(at lineStart: Int) -> Delimiter? {
        let bytes = bytes
        let span = bytes.span
        let level = boundaries.count - 1
        let stated = boundaries[level]
        let start = lineStart + 2
        guard span.hasPrefix("--", at: lineStart), stated.span.isEqual(to: span, at: start) else { return nil }
        let lineEnd = ByteScan.first(ASCII.lf, in: span, start..<span.count)
        var end = lineEnd
        while end > start, span[end - 1].isWhitespace { end -= 1 }
        let boundary = bytes[start..<end]
        guard boundary.count > stated.count, !boundary.contains(where: \.isWhitespace),
            !boundary.suffix(2).elementsEqual("--".utf8), searches < Self.maximumSearches
        else { return nil }
        searches += 1
        guard !hasDelimiter(stated, from: lineEnd + 1) else {
            mayCompleteBoundary = false
            return nil
        }
        boundaries[level] = Array(boundary)
        return Delimiter(lineStart: lineStart, next: min(lineEnd + 1, span.count), level: level, isClosing: false)
    }

    /// Returns whether a line from `start` on is a delimiter with exactly this boundary.
    private func hasDelimiter(_ boundary: [UInt8], from start: Int) -> Bool {
        let span = bytes.span
        var lineStart = start
        while lineStart < span.count {
            if span.hasPrefix("--", at: lineStart), boundary.span.isEqual(to: span, at: lineStart + 2) {
                let end = lineStart + 2 + boundary.count
                if end == span.count || span[end].isWhitespace || span.hasPrefix("--", at: end) { return true }
            }
            lineStart = ByteScan.first(ASCII.lf, in: span, lineStart..<span.count) + 1
        }
        return false
    }
}
