/// The text that the sender of a message wrote, without quotations, greeting, closing and signature.
struct UnquotedText: Sendable {
    private(set) var sentences: [Sentence] = []
    /// The text on one line.
    private(set) var text = ""
    /// The names in the greeting, folded.
    private(set) var addressees: [String] = []

    /// The number of bytes of a text that are read.
    static let maximumSize = 16 << 10
    /// The maximum length of a greeting, in words.
    private static let longestGreeting = 5

    init(_ text: String) {
        let lines = Array(text.utf8.prefix(Self.maximumSize))
            .split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }.map(Line.init)
        var paragraphs: [[String]] = [[]]
        var isBegun = false
        for (line, next) in zip(lines, lines.dropFirst() + [Line([])]) {
            if line.isSeparator { break }
            if line.words.isEmpty || line.isQuoted || line.isAttribution || next.isAttribution && line.isDated {
                if paragraphs.last != [] { paragraphs.append([]) }
                continue
            }
            let rule = Self.rule(of: line)
            if rule == .cut || isBegun && rule == .close || line.isHeader && next.isHeader { break }
            let written = isBegun ? line.text : withoutGreeting(line)
            if written.isEmpty { continue }
            isBegun = true
            if line.isItem { paragraphs.append([]) }
            paragraphs[paragraphs.count - 1].append(written)
        }
        sentences = paragraphs.flatMap { Sentence.all(in: $0.joined(separator: " ")) }
        self.text = paragraphs.joined().joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    /// The words that are written like names, folded, apart from those that begin a sentence.
    var names: [String] {
        sentences.flatMap { $0.words.dropFirst().filter(\.isName).map(\.folded) }
    }

    /// Returns `close` or `cut` for a line that ends the text. After a closing, it has at most two words.
    private static func rule(of line: Line) -> Rule.Kind? {
        let sentence = Sentence(words: line.words)
        for language in Language.all {
            guard let match = language.lineRules.match(sentence, [], language), match.place == 0 else { continue }
            let isShort = line.isShort && line.words.count <= match.rule.pattern.length + 2
            if match.rule.kind == .cut || isShort { return match.rule.kind }
        }
        return nil
    }

    /// Returns the first line without "Hi Kim,", or all of it if it does not greet.
    private mutating func withoutGreeting(_ line: Line) -> String {
        let isComma = line.text.utf8.last { $0 != 0x20 } == UInt8(ascii: ",")
        guard Language.isAny(.greet, line.words[0].folded) || line.words.count == 1 && isComma else { return line.text }
        let scalars = line.text.unicodeScalars
        let end = scalars.firstIndex { ",!.:\u{2013}".unicodeScalars.contains($0) } ?? scalars.endIndex
        let greeting = Sentence.words(in: String(scalars[..<end])).map(\.folded)
        guard greeting.count <= Self.longestGreeting, end < scalars.endIndex || !scalars.contains("?") else {
            return line.text
        }
        addressees = greeting.filter { !Language.isAny(.greet, $0) && !Language.isAny(.polite, $0) }
        let rest = end < scalars.endIndex ? String(scalars[end...].dropFirst()) : ""
        return Sentence.words(in: rest).isEmpty ? "" : rest
    }
}

/// A line of a message.
private struct Line {
    let text: String
    /// The words at its beginning.
    let words: [Word]
    /// The bytes without the space at the start.
    private let bytes: ArraySlice<UInt8>

    private static let checkedSize = 40

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        text = String(decoding: bytes, as: UTF8.self)
        let start = String(decoding: self.bytes.prefix(Self.checkedSize), as: UTF8.self)
        words = Sentence.all(in: start).flatMap(\.words)
    }

    var isQuoted: Bool { bytes.first == UInt8(ascii: ">") || bytes.first == UInt8(ascii: "|") }

    /// Whether `words` are all its words.
    var isShort: Bool { bytes.count <= Self.checkedSize }

    /// Whether it is an item of a list: "- one".
    var isItem: Bool { bytes.count > 2 && [0x2A, 0x2D, 0xE2].contains(bytes[bytes.startIndex]) }

    /// Whether it precedes a signature, or a message that is forwarded or answered.
    var isSeparator: Bool { ["--", "__", "=="].contains { bytes.starts(with: $0.utf8) } }

    /// Whether it is like a header field: "From: Ana".
    var isHeader: Bool { words.first.map { $0.endsClause && Language.isAny(.header, $0.folded) } ?? false }

    /// Whether it introduces a quotation: "On Monday, Ana wrote:"
    var isAttribution: Bool {
        bytes.last { $0 != 0x20 && $0 != 0xA0 && $0 != 0xC2 } == UInt8(ascii: ":")
            && Sentence.words(in: text).contains { Language.isAny(.wrote, $0.folded) }
    }

    /// Whether it has a number, as the first line of a longer attribution does.
    var isDated: Bool { bytes.contains { $0 &- 0x30 < 10 } }
}
