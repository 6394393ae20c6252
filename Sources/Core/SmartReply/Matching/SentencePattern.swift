/// Words that show what a sentence does.
///
/// Written as words with spaces between them: `can|could` is either, `(please)` is optional, `~` is up to 3 words and
/// `...` up to 12, `@` is a time, `^` the start of the sentence or of a clause, `$` its end. `?` at the end allows
/// questions only.
struct SentencePattern: Sendable {
    private enum Element: Sendable {
        case word(Set<String>)
        case optional(Set<String>)
        case gap(Int)
        case time, end
    }

    private var elements: [Element] = []
    private var isAtStart = false
    private var isForQuestions = false
    /// The words that it can begin with.
    private(set) var firstWords: Set<String> = []

    /// Reads a pattern. `names` are those of the table. Returns `nil` if a name is unknown, or if it begins with no word.
    init?(_ text: Substring, _ names: [String: String]) {
        for part in text.split(separator: " ") {
            switch part {
            case "^": isAtStart = true
            case "?": isForQuestions = true
            case "~": elements.append(.gap(3))
            case "...": elements.append(.gap(12))
            case "@": elements.append(.time)
            case "$": elements.append(.end)
            default:
                let isOptional = part.hasPrefix("(") && part.hasSuffix(")")
                let words = (isOptional ? part.dropFirst().dropLast() : part).split(separator: "|").flatMap {
                    (names[String($0)] ?? String($0)).split(separator: " ").map(String.init)
                }
                guard words.allSatisfy({ $0.first?.isLowercase ?? false }) else { return nil }
                let folded = Set(words.map(Word.folded))
                elements.append(isOptional ? .optional(folded) : .word(folded))
            }
        }
        guard case .word(let first)? = elements.first else { return nil }
        firstWords = first
    }

    /// The number of its words, if it has no gaps.
    var length: Int { elements.count }

    /// Returns whether the sentence matches from the word at `index` on. `slots` are its times.
    func matches(_ sentence: Sentence, at index: Int, _ slots: [TimeMention], _ language: Language) -> Bool {
        let isPossible =
            (!isForQuestions || sentence.isQuestion) && (!isAtStart || startsClause(sentence, index, language))
        return isPossible && matches(sentence.words, index, slots, element: 0)
    }

    private func startsClause(_ sentence: Sentence, _ index: Int, _ language: Language) -> Bool {
        index == 0 || sentence.words[index - 1].endsClause
            || index == 1 && language.uses(of: sentence.words[0].folded).contains(.and)
    }

    private func matches(_ words: [Word], _ index: Int, _ slots: [TimeMention], element: Int) -> Bool {
        guard element < elements.count else { return true }
        let next = element + 1
        switch elements[element] {
        case .word(let set):
            return index < words.count && set.contains(words[index].folded)
                && matches(words, index + 1, slots, element: next)
        case .optional(let set):
            let isThere = index < words.count && set.contains(words[index].folded)
            return isThere && matches(words, index + 1, slots, element: next)
                || matches(words, index, slots, element: next)
        case .gap(let longest):
            return (index...index + longest).contains { matches(words, $0, slots, element: next) }
        case .time:
            let slot = slots.first { $0.range.lowerBound == index }
            return slot.map { matches(words, $0.range.upperBound, slots, element: next) } ?? false
        case .end:
            return index >= words.count || index > 0 && words[index - 1].endsClause
        }
    }
}
