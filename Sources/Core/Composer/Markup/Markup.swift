public import MailTypes

/// The marks of a body, which is plain text with three of them and no others: `**bold**`, `*italic*` and
/// `[text](address)`. A picture of the draft stands as `![description](name)`.
///
/// Marks are within one line. They open before a character that is no blank and close behind one, never inside a word,
/// so that `2*3*4`, `**kwargs` and `* item` are what they look like, and so is a mark whose partner is missing. A
/// backslash before `*`, `[`, `]`, `(`, `)`, `!` or `\` makes that sign just a sign.
public enum Markup {
    /// The text as HTML, made of `b`, `i`, `a`, `p`, `br` and `img` alone; `nil` where nothing is marked.
    ///
    /// `pictures` are those that the draft has, by name; another picture stays text, as does a link to anything but the
    /// web and a mail address.
    public static func html(_ lines: [String], pictures: [String: MessageID]) -> String? {
        let shown = pictures.filter { MarkupHTML.isShowable($0.value) }
        let names = Set(shown.keys)
        let end = endOfOwnText(in: lines)
        let own = lines[..<end].map { MarkupLine($0, pictures: names) }
        guard own.contains(where: { !$0.spans.isEmpty }) else { return nil }
        var writer = MarkupHTML(pictures: shown)
        for line in own { writer.write(line) }
        for line in lines[end...] { writer.write(MarkupLine(plain: line)) }
        return writer.finish()
    }

    /// Where the writer's own text ends: the line above what is forwarded, from which on nothing is read as a mark.
    public static func endOfOwnText(in lines: [String]) -> Int {
        lines.firstIndex { $0.utf8.elementsEqual(Forward.mark.utf8) } ?? lines.count
    }

    /// What a reader sees of a line: the text without marks, of a link its text and of a picture its description.
    public static func plainText(_ line: String, pictures: Set<String> = []) -> String {
        let line = MarkupLine(line, pictures: pictures)
        var text: [UInt8] = []
        for piece in line.pieces {
            if case .text(let range) = piece { text += line.octets[range] }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Octets that mean something in a marked text.
enum Sign {
    static let exclamation = UInt8(ascii: "!")
    static let leftParenthesis = UInt8(ascii: "(")
    static let rightParenthesis = UInt8(ascii: ")")
    static let star = UInt8(ascii: "*")
    static let quotation = UInt8(ascii: ">")
    static let leftBracket = UInt8(ascii: "[")
    static let backslash = UInt8(ascii: "\\")
    static let rightBracket = UInt8(ascii: "]")

    /// Whether a backslash before it makes it just a sign.
    static func canBeEscaped(_ octet: UInt8) -> Bool {
        switch octet {
        case exclamation, leftParenthesis, rightParenthesis, star, leftBracket, backslash, rightBracket: true
        default: false
        }
    }
}
