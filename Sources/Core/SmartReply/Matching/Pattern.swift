/// Words in a row that show what a sentence does.
///
/// Written as words with blanks between: `can|could` is either, `(please)` may be missing, `~` is up to three words
/// and `~~` up to eight, `^` is the beginning of the sentence or of a clause, `$` its end, `?` at the end asks for a question.
struct Pattern: Sendable {
    private enum Element: Sendable {
        case word(Set<String>)
        case optional(Set<String>)
        /// Up to this many words.
        case gap(Int)
        case end
    }

    private let elements: [Element]
    private let isAtStart: Bool
    let isForQuestions: Bool
    /// The words of which one begins it.
    let firstWords: Set<String>

    /// `nil` where the text begins with something that may be missing.
    init?(_ text: Substring) {
        var elements: [Element] = []
        var isAtStart = false
        var isForQuestions = false
        for part in text.split(separator: " ") {
            switch part {
            case "^": isAtStart = true
            case "?": isForQuestions = true
            case "~": elements.append(.gap(3))
            case "~~": elements.append(.gap(8))
            case "$": elements.append(.end)
            default:
                let isOptional = part.hasPrefix("(") && part.hasSuffix(")")
                let words = Set(
                    (isOptional ? part.dropFirst().dropLast() : part).split(separator: "|").map(String.init))
                elements.append(isOptional ? .optional(words) : .word(words))
            }
        }
        guard case .word(let first)? = elements.first else { return nil }
        self.elements = elements
        self.isAtStart = isAtStart
        self.isForQuestions = isForQuestions
        firstWords = first
    }

    /// Whether it stands at this place, whose word is one of `firstWords`.
    func matches(_ sentence: Sentence, at index: Int) -> Bool {
        if isForQuestions, !sentence.isQuestion { return false }
        if isAtStart, index > 0, !sentence.words[index - 1].endsClause, !isOnlyConnectors(sentence, before: index) {
            return false
        }
        return matches(sentence.words[...], index, elements[...])
    }

    private static let connectors: Set<String> = [
        "so", "and", "but", "also", "then", "und", "also", "et", "y", "e", "en",
    ]

    private func isOnlyConnectors(_ sentence: Sentence, before index: Int) -> Bool {
        index == 1 && Self.connectors.contains(sentence.words[0].folded)
    }

    private func matches(_ words: ArraySlice<Word>, _ index: Int, _ elements: ArraySlice<Element>) -> Bool {
        guard let element = elements.first else { return true }
        let rest = elements.dropFirst()
        switch element {
        case .word(let set):
            return index < words.endIndex && set.contains(words[index].folded) && matches(words, index + 1, rest)
        case .optional(let set):
            if index < words.endIndex, set.contains(words[index].folded), matches(words, index + 1, rest) {
                return true
            }
            return matches(words, index, rest)
        case .gap(let longest):
            return (0...longest).contains { matches(words, index + $0, rest) }
        case .end:
            return index >= words.endIndex || index > 0 && words[index - 1].endsClause
        }
    }
}

/// Patterns in the order in which they are asked, found by their first words.
struct PatternTable: Sendable {
    private var rows: [(act: SpeechAct, pattern: Pattern)] = []
    private var byFirstWord: [String: [Int]] = [:]
    /// Lines that are none; there are none.
    private(set) var misread: [String] = []

    /// A line for each act: its name, a colon, patterns with ";" between them.
    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let act = SpeechAct(rawValue: String(parts[0])) else {
                misread.append(String(line))
                continue
            }
            for piece in parts[1].split(separator: ";") {
                guard let pattern = Pattern(piece) else {
                    misread.append(String(piece))
                    continue
                }
                for word in pattern.firstWords { byFirstWord[word, default: []].append(rows.count) }
                rows.append((act, pattern))
            }
        }
    }

    /// The first act of the table's order that the sentence shows, and where.
    func act(of sentence: Sentence, without excluded: Set<SpeechAct> = []) -> (act: SpeechAct, place: Int)? {
        var best: (row: Int, place: Int)?
        for (place, word) in sentence.words.enumerated() {
            for row in byFirstWord[word.folded] ?? [] {
                if let best, best.row <= row { break }
                if !excluded.contains(rows[row].act), rows[row].pattern.matches(sentence, at: place) {
                    best = (row, place)
                    break
                }
            }
        }
        return best.map { (rows[$0.row].act, $0.place) }
    }
}
