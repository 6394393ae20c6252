extension FieldRecord {
    /// Parses the field that a line begins; returns `nil` if there is none. Blanks before the colon [RFC 5322 §4.5] and
    /// bytes over 127 in the name are allowed: a strange field is better than a header that ends too early.
    init?(_ span: Span<UInt8>, _ line: Range<Int>) {
        var start = line.lowerBound
        while start < line.upperBound, span[start].isBlank { start &+= 1 }
        var end = start
        while end < line.upperBound, span[end] > 0x20, span[end] != 0x7F, span[end] != ASCII.colon { end &+= 1 }
        var colon = end
        while colon < line.upperBound, span[colon].isBlank { colon &+= 1 }
        guard end > start, colon < line.upperBound, span[colon] == ASCII.colon else { return nil }
        self.init(
            nameStart: UInt32(truncatingIfNeeded: start), nameEnd: UInt32(truncatingIfNeeded: end),
            valueStart: UInt32(truncatingIfNeeded: colon &+ 1), valueEnd: UInt32(truncatingIfNeeded: line.upperBound),
            name: FieldName.recognise(span, start..<end))
    }

    /// "Note: bring cake" looks like a field too, but text does not contain a Message-ID field.
    func isFamiliar(_ bytes: Span<UInt8>) -> Bool {
        if name != .other { return true }
        let names: [StaticString] = [
            "received", "mime-version", "return-path", "delivered-to", "authentication-results", "dkim-signature",
            "user-agent", "list-id", "resent-from", "x-mailer", "errors-to", "precedence", "organization",
        ]
        return names.contains { bytes.equalsIgnoringCase($0, in: nameRange) }
    }
}
