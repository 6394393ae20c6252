internal import MailTypes

/// What the sender of a mail wrote in it: without quotations, greeting, closing and signature.
struct UnquotedText: Sendable {
    private(set) var sentences: [Sentence] = []
    /// The same as it was written, on one line.
    private(set) var text = ""
    /// Those whom the greeting names, folded.
    private(set) var addressees: [String] = []

    /// More is not read, in octets.
    static let maximumSize = 16 << 10

    init(_ text: String) {
        var reader = SentenceReader()
        var paragraph = ""
        var kept: [String] = []
        var isBegun = false
        let lines = Self.lines(text)
        for (index, line) in lines.enumerated() {
            let words = Self.words(line)
            if Self.endsText(line, words) || Self.isHeader(lines, index, words) { break }
            if words.isEmpty || Self.isQuoted(line) || Self.isAttribution(lines, index) {
                reader.read(paragraph)
                paragraph = ""
                continue
            }
            if isBegun, Boilerplate.isClosing(words) { break }
            if !isBegun, takeGreeting(line, words) { continue }
            isBegun = true
            if Self.isItem(line) {
                reader.read(paragraph)
                paragraph = ""
            }
            let said = paragraph.isEmpty && reader.sentences.isEmpty ? withoutGreeting(line) : line
            paragraph += " " + said
            kept.append(said)
        }
        reader.read(paragraph)
        sentences = reader.sentences
        self.text = kept.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    /// Words written like names, folded: those that begin no sentence.
    var names: [String] {
        sentences.flatMap { $0.words.dropFirst().filter { $0.isCapitalised && $0.folded.utf8.count > 1 }.map(\.folded) }
    }

    private static func lines(_ text: String) -> [String] {
        Array(text.utf8.prefix(maximumSize)).split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static func words(_ line: String) -> [String] {
        String(decoding: SearchFold.words(of: line), as: UTF8.self).split(separator: " ").map(String.init)
    }

    private static func isQuoted(_ line: String) -> Bool {
        let first = line.utf8.first { $0 != 0x20 && $0 != 0x09 }
        return first == UInt8(ascii: ">") || first == UInt8(ascii: "|")
    }

    private static func isItem(_ line: String) -> Bool {
        let start = line.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        return [UInt8(ascii: "-"), UInt8(ascii: "*"), 0xE2].contains(start.first ?? 0) && start.count > 2
    }

    /// A signature, what was forwarded, or an older mail below its own header.
    private static func endsText(_ line: String, _ words: [String]) -> Bool {
        let trimmed = line.utf8.drop { $0 == 0x20 || $0 == 0x09 }
        if trimmed.elementsEqual("-- ".utf8) || trimmed.elementsEqual("--".utf8) { return true }
        if words.isEmpty { return trimmed.count >= 8 && trimmed.allSatisfy { [0x2D, 0x5F, 0x3D].contains($0) } }
        if trimmed.starts(with: "-----".utf8) { return true }
        return Boilerplate.endsText(words)
    }

    private static func isHeader(_ lines: [String], _ index: Int, _ line: [String]) -> Bool {
        guard index + 1 < lines.count, let name = line.first else { return false }
        let ends = { (line: String) in line.utf8.contains(UInt8(ascii: ":")) }
        return lines[index].utf8.dropFirst(name.utf8.count).first == UInt8(ascii: ":") && ends(lines[index + 1])
            && Boilerplate.isHeader(line, words(lines[index + 1]))
    }

    /// "On Monday Ana wrote:" above a quotation, in one line or two.
    private static func isAttribution(_ lines: [String], _ index: Int) -> Bool {
        let ends = { (line: String) in
            line.utf8.last { $0 != 0x20 && $0 != 0xA0 && $0 != 0xC2 } == UInt8(ascii: ":")
                && Boilerplate.saysWrote(words(line))
        }
        if ends(lines[index]) { return true }
        return index + 1 < lines.count && ends(lines[index + 1]) && Boilerplate.beginsAttribution(words(lines[index]))
    }

    /// Whether the line is a greeting and nothing else.
    private mutating func takeGreeting(_ line: String, _ words: [String]) -> Bool {
        guard words.count <= 5, !line.utf8.contains(UInt8(ascii: "?")) else { return false }
        let isLoneName = words.count == 1 && line.utf8.last { $0 != 0x20 } == UInt8(ascii: ",")
        guard isLoneName || Boilerplate.greetings.contains(words[0]) else { return false }
        let names = Boilerplate.names(in: words)
        // "Hello, thanks" greets, but says something too.
        guard isLoneName || !names.contains(where: Boilerplate.isNoName) else { return false }
        addressees = names
        return true
    }

    /// The line behind "Hi Kim, ".
    private mutating func withoutGreeting(_ line: String) -> String {
        let words = Self.words(line)
        guard let first = words.first, Boilerplate.greetings.contains(first) else { return line }
        let signs: [Unicode.Scalar] = [",", "!", ".", "\u{2013}", ":"]
        let scalars = line.unicodeScalars
        guard let end = scalars.firstIndex(where: signs.contains) else { return line }
        let greeting = Self.words(String(scalars[..<end]))
        guard greeting.count <= 4 else { return line }
        addressees = Boilerplate.names(in: greeting)
        return String(scalars[scalars.index(after: end)...])
    }
}
