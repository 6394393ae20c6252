/// The beginning of a message's text on one line, for lists of messages.
public enum Snippet {
    /// The maximum number of characters in a snippet, not counting the ellipsis.
    public static let maximumLength = 100
    /// The number of bytes at the start of a text that are searched for a snippet.
    private static let maximumOctets = 65536

    /// Creates a snippet from the output of `ReadableText`. White space is collapsed. Quotations, the lines that
    /// introduce them, rules and the signature are left out, unless there is nothing else. A longer text is cut at a
    /// character boundary and ends with "…". Empty if the text is empty.
    public static func of(_ text: [UInt8]) -> String {
        let own = ownText(text)
        if !own.isEmpty { return own }
        var all = SnippetLine()
        forEachLine(of: text) { line in
            all.append(line)
            return !all.isFull
        }
        return all.text
    }

    /// Returns the text that the sender wrote, without quotations.
    private static func ownText(_ text: [UInt8]) -> String {
        var own = SnippetLine()
        /// The last two lines, which may introduce a quotation.
        var last: [ArraySlice<UInt8>] = []
        /// The number of lines since the last empty or quoted one.
        var paragraph = 0
        var isAfterBlank = false
        forEachLine(of: text) { line in
            if isSignatureMark(line) { return false }
            if isBlank(line) {
                isAfterBlank = true
            } else if isQuoted(line) {
                last.removeLast(introduction(last.suffix(paragraph)))
                paragraph = 0
                isAfterBlank = false
            } else if isRule(line) {
                paragraph = 0
            } else {
                if isAfterBlank { paragraph = 0 }
                isAfterBlank = false
                paragraph += 1
                if last.count == 2 { own.append(last.removeFirst()) }
                last.append(line)
            }
            return !own.isFull
        }
        for line in last { own.append(line) }
        return own.text
    }

    /// Calls `body` with each line until it returns false.
    private static func forEachLine(of text: [UInt8], _ body: (ArraySlice<UInt8>) -> Bool) {
        var rest = text.prefix(maximumOctets)
        while let end = rest.firstIndex(of: 0x0A) {
            guard body(rest[..<end]) else { return }
            rest = rest[(end + 1)...]
        }
        _ = body(rest)
    }

    /// Returns how many lines at the end of a paragraph introduce the quotation after it: a line that ends in a colon,
    /// such as "Kim wrote:" in any language, and the line before it if that begins with a typical opening.
    private static func introduction(_ paragraph: ArraySlice<ArraySlice<UInt8>>) -> Int {
        guard let line = paragraph.last else { return 0 }
        let end = line.lastIndex { !$0.isWhiteSpace } ?? line.startIndex
        let isColon = line[end] == 0x3A || line[...end].suffix(3).elementsEqual([0xEF, 0xBC, 0x9A])
        guard isColon else { return 0 }
        guard let before = paragraph.dropLast().last, !begins(line), begins(before) else { return 1 }
        return 2
    }

    /// "On" and its translations, followed by a space.
    private static let openings = ["On ", "Am ", "Le ", "El ", "Il ", "Em ", "Op ", "Den ", "W dniu "]

    private static func begins(_ line: ArraySlice<UInt8>) -> Bool {
        let line = line.drop { $0.isWhiteSpace }
        return openings.contains { line.starts(with: $0.utf8) }
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy(\.isWhiteSpace)
    }

    private static func isQuoted(_ line: ArraySlice<UInt8>) -> Bool {
        line.first { !$0.isWhiteSpace } == 0x3E
    }

    /// Matches "-- " alone on a line [RFC 3676 §4.3], and the variant without a space that some programs write.
    private static func isSignatureMark(_ line: ArraySlice<UInt8>) -> Bool {
        line.elementsEqual([0x2D, 0x2D, 0x20]) || line.elementsEqual([0x2D, 0x2D])
    }

    /// Returns whether a line consists of punctuation, or of punctuation around words, such as
    /// "----- Original Message -----".
    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first(where: { !$0.isWhiteSpace }), !isWord(first) else { return false }
        let line = line.filter { !$0.isWhiteSpace }
        let isDrawn = !line.contains(where: isWord)
        let hyphens = [UInt8](repeating: 0x2D, count: 5)
        return isDrawn && line.count > 2 || line.starts(with: hyphens) && line.suffix(5).elementsEqual(hyphens)
    }

    /// Returns whether the byte belongs to a letter or a digit of any script.
    private static func isWord(_ octet: UInt8) -> Bool {
        octet > 0x7F || (octet | 0x20) &- 0x61 < 26 || octet &- 0x30 < 10
    }
}
