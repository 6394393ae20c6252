/// Text of a manual page in mdoc(7).
enum Roff {
    /// Lines longer than this are broken. mandoc(1) warns about more than 80 bytes.
    private static let lineWidth = 78

    /// Escapes text for any place: backslashes and dashes are escaped, and no line begins with a control character.
    static func escaped(_ text: String) -> String {
        var output = ""
        var isAtStart = true
        for scalar in text.unicodeScalars {
            if isAtStart, scalar == "." || scalar == "'" { output += "\\&" }
            isAtStart = scalar == "\n"
            switch scalar {
            case "\\": output += "\\e"
            case "-": output += "\\-"
            case "\"": output += "\\(dq"
            case "~": output += "\\(ti"
            case "^": output += "\\(ha"
            case "`": output += "\\(ga"
            case "…": output += "..."
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    /// Escapes text that follows a macro, in which a short word could be another macro, and a mark punctuation.
    static func arguments(_ text: String) -> String {
        words(of: text).map { word in
            let end = word.utf8.last == 0x5D || word.utf8.last == 0x29 ? "\\&" : ""
            return (word.utf8.count <= 3 ? "\\&" : "") + escaped(word) + end
        }.joined(separator: " ")
    }

    /// Escapes sentences, each on lines of its own: mdoc sets the space between them.
    static func paragraph(_ text: String) -> String {
        var lines: [String] = []
        var line = ""
        for word in words(of: text) {
            let word = escaped(word)
            if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > lineWidth {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? word : " \(word)"
            if endsSentence(word) {
                lines.append(line)
                line = ""
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { ($0.utf8.first == 0x2E || $0.utf8.first == 0x27 ? "\\&" : "") + $0 + "\n" }.joined()
    }

    private static func words(of text: String) -> [String] {
        text.utf8.split { $0 == 0x20 || $0 == 0x0A }.map { String(decoding: Array($0), as: UTF8.self) }
    }

    private static func endsSentence(_ word: String) -> Bool {
        let end = word.utf8.last { $0 != 0x29 && $0 != 0x27 }
        return end == 0x2E || end == 0x3F || end == 0x21
    }

    /// A list of terms, each with sentences.
    static func list(_ items: [(term: String, text: String)]) -> String {
        items.isEmpty
            ? "" : ".Bl -tag -width indent\n" + items.map { ".It \($0.term)\n\($0.text)" }.joined() + ".El\n"
    }

    static func terms(_ terms: [Command.Term]) -> String {
        list(terms.map { (arguments($0.form), paragraph("\($0.meaning.capitalizedSentence).")) })
    }

    static func options(_ options: [Command.Option]) -> String {
        list(options.map { (arguments($0.form), paragraph("\($0.summary.capitalizedSentence).")) })
    }

    /// Lines as they are.
    static func literal(_ lines: [String]) -> String {
        lines.isEmpty
            ? "" : ".Bd -literal -offset indent\n" + lines.map { "\(escaped($0))\n" }.joined() + ".Ed\n"
    }

    /// References to pages, sorted, with commas between them.
    static func references(_ pages: [(name: String, section: Int)]) -> String {
        let sorted = pages.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
        return sorted.enumerated().map { index, page in
            ".Xr \(page.name) \(page.section)\(index + 1 < sorted.count ? " ," : "")\n"
        }.joined()
    }
}
