/// Format=flowed text, in which a line that ends with a space continues in the next line [RFC 3676].
public enum FlowedText {
    public struct Format: Sendable {
        /// Whether the space of a soft break is not part of the text, for scripts without spaces between words.
        public let deletesSpace: Bool

        /// The format of text that petrel writes.
        static let standard = Format(deletesSpace: false)

        private init(deletesSpace: Bool) { self.deletesSpace = deletesSpace }

        /// Returns `nil` if the type is not format=flowed.
        public init?(_ type: ContentType) {
            guard type.parameters["format"]?.utf8.equalsIgnoringCase("flowed") ?? false else { return nil }
            deletesSpace = type.parameters["delsp"]?.utf8.equalsIgnoringCase("yes") ?? false
        }
    }

    /// Joins the lines of each paragraph and removes space-stuffing. Quoted paragraphs begin with their ">" marks and
    /// one space. `text` must be UTF-8 with LF line ends.
    public static func join(_ text: [UInt8], _ format: Format) -> [UInt8] {
        let span = text.span
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var openDepth: Int?
        var start = 0
        while start < span.count {
            let end = ByteScan.first(ASCII.lf, in: span, start..<span.count)
            let line = Line(span, start..<end)
            if let depth = openDepth, depth != line.depth || line.isSignatureSeparator || line.content.isEmpty {
                // A paragraph ends at a change of quote depth and at an empty line, however its last line ended.
                output.append(ASCII.lf)
                openDepth = nil
            }
            if openDepth == nil, line.depth > 0 {
                output.append(contentsOf: repeatElement(ASCII.greater, count: line.depth))
                output.append(ASCII.space)
            }
            let isSoft = line.isFlowed && end < span.count
            let content = isSoft && format.deletesSpace ? line.content.dropLast() : line.content
            output.append(span.extracting(content))
            if isSoft {
                openDepth = line.depth
            } else {
                openDepth = nil
                if end < span.count { output.append(ASCII.lf) }
            }
            start = end + 1
        }
        return output
    }

    private struct Line {
        let depth: Int
        /// Without quote marks and the stuffed space after them.
        let content: Range<Int>
        let isFlowed: Bool
        let isSignatureSeparator: Bool

        init(_ text: Span<UInt8>, _ range: Range<Int>) {
            var start = range.lowerBound
            while start < range.upperBound, text[start] == ASCII.greater { start += 1 }
            depth = start - range.lowerBound
            if start < range.upperBound, text[start] == ASCII.space { start += 1 }
            content = start..<range.upperBound
            isSignatureSeparator = content.count == 3 && text.hasPrefix("-- ", at: start)
            isFlowed = !content.isEmpty && text[range.upperBound - 1] == ASCII.space && !isSignatureSeparator
        }
    }
}
