/// Breaks text into lines between words, so that a terminal does not break it inside one.
package enum WordWrap {
    /// Returns the lines of a text of one line. Spaces inside a line are kept; those at a break are dropped. A word that
    /// is wider than `columns` is not broken.
    package static func lines(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var rest = text[...]
        while let end = lineEnd(of: rest, columns: columns) {
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
        for index in text.indices {
            let character = text[index]
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
}

extension Substring {
    fileprivate func trimmingTrailingSpaces() -> Substring {
        var end = endIndex
        while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
        return self[..<end]
    }
}
