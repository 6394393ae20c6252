/// What a spelling checker found in lines of text, read from the output of `ispell -a`, which hunspell(1) and aspell(1)
/// have too.
public struct SpellingReport: Hashable, Sendable {
    /// A word that the checker does not know.
    public struct Word: Hashable, Sendable {
        /// The index of its line.
        public let line: Int
        public let text: String
        /// The checker's proposals, best first.
        public let suggestions: [String]
    }

    /// The words in the order of the text; a word that occurs twice in a line is there once.
    public private(set) var words: [Word] = []

    /// The most suggestions kept for a word.
    private static let mostSuggestions = 5

    /// Returns the input for the checker. A line that begins with `^` is text whatever follows. Quoted lines are empty:
    /// other people wrote them.
    public static func input(of lines: [String]) -> [UInt8] {
        lines.flatMap { [0x5E] + ($0.utf8.first == 0x3E ? [] : Array($0.utf8)) + [0x0A] }
    }

    /// Reads the checker's output: for each line of input the results, then an empty line. Bytes that are not UTF-8, and
    /// results in an unknown form, are ignored.
    public init(_ output: [UInt8]) {
        var line = 0
        for result in output.split(separator: 0x0A, omittingEmptySubsequences: false) {
            switch result.first {
            case nil: line += 1
            // "& word count offset: one, two", "? …" for guesses, and "# word offset" if there is no suggestion.
            case 0x26, 0x3F, 0x23: add(result, line)
            default: break
            }
        }
    }

    private mutating func add(_ result: ArraySlice<UInt8>, _ line: Int) {
        guard let text = String(validating: result, as: UTF8.self) else { return }
        let halves = text.split(separator: ": ", maxSplits: 1)
        let fields = halves[0].split(separator: " ")
        guard fields.count > 1,
            !words.contains(where: { $0.line == line && $0.text.utf8.elementsEqual(fields[1].utf8) })
        else { return }
        let suggestions = halves.count > 1 ? halves[1].split(separator: ", ").map { String($0) } : []
        words.append(
            Word(line: line, text: String(fields[1]), suggestions: Array(suggestions.prefix(Self.mostSuggestions))))
    }
}

extension SpellingReport.Word {
    /// Returns the line with the word replaced wherever it stands alone; `nil` if it does not.
    public func replaced(by other: String, in line: String) -> String? {
        let (old, octets) = (Array(text.utf8), Array(line.utf8))
        var result: [UInt8] = []
        var index = 0
        var isChanged = false
        while index < octets.count {
            let end = index + old.count
            let isAlone =
                (index == 0 || !Self.isLetter(octets[index - 1]))
                && (end >= octets.count || !Self.isLetter(octets[end]))
            if isAlone, octets[index...].starts(with: old) {
                result += other.utf8
                index = end
                isChanged = true
            } else {
                result.append(octets[index])
                index += 1
            }
        }
        return isChanged ? String(decoding: result, as: UTF8.self) : nil
    }

    /// Whether a byte belongs to a word: a letter, or a part of a character beyond ASCII.
    private static func isLetter(_ octet: UInt8) -> Bool {
        octet >= 0x80 || (octet | 0x20) &- 0x61 < 26
    }
}
