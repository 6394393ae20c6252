/// Breaks text into lines between words, so that a terminal does not break it inside one.
package enum WordWrap {
    /// Returns the lines of a text of one line. Spaces inside a line are kept; those at a break are dropped. A word that
    /// is wider than `columns` is not broken, and control sequences for styles [ECMA-48] have no width. `first` is the
    /// width of the first line, if it differs.
    package static func lines(_ text: String, columns: Int, first: Int? = nil) -> [String] {
        var lines: [String] = []
        var rest = text[...]
        while let end = lineEnd(of: rest, columns: lines.isEmpty ? first ?? columns : columns) {
            lines.append(String(rest[..<end].trimmingTrailingSpaces()))
            rest = rest[end...].drop { $0 == " " }
        }
        lines.append(String(rest))
        return lines
    }

    /// Returns where to break the text; `nil` if it fits or has no place to break.
    private static func lineEnd(of text: Substring, columns: Int) -> Substring.Index? {
        var width = 0
        var space: Substring.Index?
        var hasWord = false
        var isInSequence = false
        for index in text.indices {
            let character = text[index]
            if isInSequence || character == "\u{1B}" {
                // A style sequence is ESC [ digits and semicolons m.
                isInSequence = character != "m"
                continue
            }
            if character == " " {
                if hasWord { space = index }
            } else {
                hasWord = true
            }
            width += DisplayWidth.of(String(character))
            if width > columns, character != " ", let space { return space }
        }
        return nil
    }

    /// Joins lines, with `margin` before each but the first.
    package static func indented(_ lines: [String], by margin: String) -> String {
        let lineBreak = "\n\(margin)"
        return lines.joined(separator: lineBreak)
    }

    // MARK: - Pages

    /// Returns a page of header fields, an empty line and text, with long lines broken. A broken field continues in
    /// column `labelWidth`, quoted text behind its quote marks, and indented text with the same indent.
    package static func page(_ octets: [UInt8], columns: Int, labelWidth: Int) -> [UInt8] {
        var page: [UInt8] = []
        page.reserveCapacity(octets.count)
        var isField = true
        for line in octets.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !page.isEmpty || !isField { page.append(0x0A) }
            if line.isEmpty { isField = false }
            guard line.count > columns else {
                page += line
                continue
            }
            let text = String(decoding: line, as: UTF8.self)
            let margin = isField ? String(repeating: " ", count: labelWidth) : margin(of: text, columns: columns)
            let lines = lines(text, columns: columns - margin.utf8.count, first: columns)
            page += indented(lines, by: margin).utf8
        }
        return page
    }

    /// Returns the quote marks or the indent at the beginning of a line. Very deep ones are not repeated.
    private static func margin(of line: String, columns: Int) -> String {
        let isQuote = line.utf8.first == 0x3E
        let margin = line.utf8.prefix { $0 == 0x20 || (isQuote && $0 == 0x3E) }
        return margin.count > columns / 2 ? "" : String(decoding: Array(margin), as: UTF8.self)
    }
}

extension Substring {
    fileprivate func trimmingTrailingSpaces() -> Substring {
        var end = endIndex
        while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
        return self[..<end]
    }
}
