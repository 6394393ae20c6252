extension Markup {
    /// A part of a line for display. Marks are kept in the text, and their formatting is applied to it.
    public struct Run: Hashable, Sendable {
        public var text: String
        public var isBold = false
        public var isItalic = false
        /// The address that the text links to.
        public var link: String?
        /// Whether this is a mark or an escaping backslash instead of text.
        public var isMark = false

        public init(_ text: String) {
            self.text = text
        }
    }

    /// Returns the line as runs whose texts together are the line.
    ///
    /// Only for the user's own text: lines from `endOfOwnText` on have no markup, and neither do quoted lines.
    public static func runs(of line: String, pictures: Set<String> = []) -> [Run] {
        let line = MarkupLine(line, pictures: pictures)
        var bold = 0
        var italic = 0
        var link: String?
        return line.pieces.map { piece in
            let range: Range<Int>
            switch piece {
            case .text(let text): range = text
            case .escape(let index): range = index..<index + 1
            case .opening(let span):
                range = span.opening
                switch span.kind {
                case .bold: bold += 1
                case .italic: italic += 1
                case .link(let address): link = String(decoding: line.octets[address], as: UTF8.self)
                case .picture: break
                }
            case .closing(let span): range = span.closing
            }
            var run = Run(String(decoding: line.octets[range], as: UTF8.self))
            (run.isBold, run.isItalic, run.link) = (bold > 0, italic > 0, link)
            if case .text = piece { run.isMark = false } else { run.isMark = true }
            if case .closing(let span) = piece {
                switch span.kind {
                case .bold: bold -= 1
                case .italic: italic -= 1
                case .link: link = nil
                case .picture: break
                }
            }
            return run
        }
    }

    /// Returns the line with its marks as words, for a screen reader: "bold: Thursday, end bold".
    public static func spokenText(_ line: String, pictures: Set<String> = []) -> String {
        let line = MarkupLine(line, pictures: pictures)
        var text: [UInt8] = []
        for piece in line.pieces {
            switch piece {
            case .text(let range): text += line.octets[range]
            case .escape: break
            case .opening(let span): text += "\(word(span)): ".utf8
            case .closing(let span):
                if case .link(let address) = span.kind { text += " to ".utf8 + line.octets[address] }
                text += ", end \(word(span))".utf8
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func word(_ span: MarkupSpan) -> String {
        switch span.kind {
        case .bold: "bold"
        case .italic: "italic"
        case .link: "link"
        case .picture: "picture"
        }
    }
}
