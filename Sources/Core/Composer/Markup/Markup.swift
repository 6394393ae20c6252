public import MailTypes

/// The markup of a plain-text body. There are only three kinds: `**bold**`, `*italic*` and `[text](address)`. A picture
/// in the draft is written as `![description](name)`.
///
/// Markup does not span lines. A mark opens only before a non-blank character and closes only after one, never inside a
/// word. Thus `2*3*4`, `**kwargs` and `* item` are literal text, and so is an unmatched mark. A backslash before `*`,
/// `[`, `]`, `(`, `)` or `!` makes that character literal. Of several backslashes before such a character, each two are
/// one. Before any other, as in `\\server\share`, all are literal.
public enum Markup {
    /// Returns the text as HTML with only the tags `b`, `i`, `a`, `p`, `br` and `img`; `nil` if there is no markup.
    ///
    /// `pictures`: the draft's pictures by name. Other pictures stay text, and so do links to anything except web and
    /// mail addresses.
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

    /// Returns the index of the line above the forwarded text, where the user's own text ends. Nothing from there on is
    /// parsed as markup.
    public static func endOfOwnText(in lines: [String]) -> Int {
        lines.firstIndex { $0.utf8.elementsEqual(Forward.mark.utf8) } ?? lines.count
    }

    /// Returns a line as the recipient sees it: without marks, links as their text, and pictures as their description.
    public static func plainText(_ line: String, pictures: Set<String> = []) -> String {
        let line = MarkupLine(line, pictures: pictures)
        var text: [UInt8] = []
        for piece in line.pieces {
            if case .text(let range) = piece { text += line.octets[range] }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
