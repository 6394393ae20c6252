/// The beginning of what a message says, on one line, for lists of messages.
public enum Snippet {
    /// How many characters a snippet has at most, the ellipsis not counted.
    public static let maximumLength = 100
    /// A snippet is sought no further into a text.
    private static let maximumOctets = 65536

    /// From the text that `ReadableText` gives. White space is one SP; what is quoted, the line that introduces it, rules
    /// and the signature are left out, unless nothing else is there. Cut at a character, with "…" behind. Empty for a
    /// text without any.
    public static func of(_ text: [UInt8]) -> String {
        let own = ownText(text)
        if !own.isEmpty { return own }
        var all = SnippetText()
        forEachLine(of: text) { line in
            all.append(line)
            return !all.isFull
        }
        return all.text
    }

    /// What the writer of this message wrote of it.
    private static func ownText(_ text: [UInt8]) -> String {
        var own = SnippetText()
        /// The last two lines, which may introduce a quotation.
        var last: [ArraySlice<UInt8>] = []
        /// Lines since the last one that was empty or quoted.
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

    /// As long as `body` wants another one.
    private static func forEachLine(of text: [UInt8], _ body: (ArraySlice<UInt8>) -> Bool) {
        var rest = text.prefix(maximumOctets)
        while let end = rest.firstIndex(of: 0x0A) {
            guard body(rest[..<end]) else { return }
            rest = rest[(end + 1)...]
        }
        _ = body(rest)
    }

    /// How many lines at the end of a paragraph introduce what is quoted behind it: one that ends in a colon, as "Kim
    /// wrote:" in any language, and the one before it, where the sentence that programs write begins there.
    private static func introduction(_ paragraph: ArraySlice<ArraySlice<UInt8>>) -> Int {
        guard let line = paragraph.last else { return 0 }
        let end = line.lastIndex { !$0.isWhiteSpace } ?? line.startIndex
        let isColon = line[end] == 0x3A || line[...end].suffix(3).elementsEqual([0xEF, 0xBC, 0x9A])
        guard isColon else { return 0 }
        guard let before = paragraph.dropLast().last, !begins(line), begins(before) else { return 1 }
        return 2
    }

    /// "On" and its translations, with a space.
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

    /// "-- " on a line of its own [RFC 3676 §4.3], and as some programs spoil it.
    private static func isSignatureMark(_ line: ArraySlice<UInt8>) -> Bool {
        line.elementsEqual([0x2D, 0x2D, 0x20]) || line.elementsEqual([0x2D, 0x2D])
    }

    /// A line drawn with punctuation, alone or on both sides of words, as "----- Original Message -----".
    private static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
        guard let first = line.first(where: { !$0.isWhiteSpace }), !isWord(first) else { return false }
        let line = line.filter { !$0.isWhiteSpace }
        let isDrawn = !line.contains(where: isWord)
        let hyphens = [UInt8](repeating: 0x2D, count: 5)
        return isDrawn && line.count > 2 || line.starts(with: hyphens) && line.suffix(5).elementsEqual(hyphens)
    }

    /// A letter or a digit, of any script.
    private static func isWord(_ octet: UInt8) -> Bool {
        octet > 0x7F || (octet | 0x20) &- 0x61 < 26 || octet &- 0x30 < 10
    }
}
