/// What is known of a language: how it asks, how it names times, and what is answered in it.
struct Language: Sendable {
    /// [RFC 5646]
    let code: String
    /// Small words, folded, by which its texts are known.
    let commonWords: Set<String>
    /// Words that do not stand in a question of a time alone, "Lunch on Friday?"; none where any verb can be a question.
    let clauseWords: Set<String>
    /// Takes back what was said before it.
    let but: String
    let times: TimeWords
    private let makePatterns: @Sendable () -> PatternTable
    private let makeAnswers: @Sendable () -> AnswerTable
    /// How a day is said when something happens on it: "on Friday". Given the day and what kind of it.
    let on: @Sendable (Slot.Day, String) -> String
    /// How a day is said as the subject of a sentence: "el viernes".
    let named: @Sendable (Slot.Day, String) -> String

    init(
        _ code: String, commonWords: String, clauseWords: String = "", but: String, times: TimeWords,
        patterns: @escaping @autoclosure @Sendable () -> PatternTable,
        answers: @escaping @autoclosure @Sendable () -> AnswerTable,
        on: @escaping @Sendable (Slot.Day, String) -> String = { $1 },
        named: @escaping @Sendable (Slot.Day, String) -> String = { $1 }
    ) {
        self.code = code
        self.commonWords = TimeWords.words(commonWords).union(times.weekdays.keys).union(times.relative.keys)
        self.clauseWords = TimeWords.words(clauseWords)
        self.but = but
        self.times = times
        makePatterns = patterns
        makeAnswers = answers
        self.on = on
        self.named = named
    }

    // Made when the first text of the language is read, and then kept.
    var patterns: PatternTable { makePatterns() }
    var answers: AnswerTable { makeAnswers() }

    static let all: [Language] = [.english, .german, .french, .spanish, .italian, .dutch, .portuguese]

    /// The language of a text; `nil` where it is none of ours, or no one can tell.
    static func of(_ sentences: [Sentence]) -> Language? {
        var scores = Array(repeating: 0, count: all.count + 1)
        var hits = scores
        var total = 0
        for word in sentences.lazy.flatMap(\.words) where !word.folded.isEmpty && !word.isNumber {
            total += 1
            guard let languages = weights[word.folded] else { continue }
            for language in languages {
                scores[language] += max(1, 4 - languages.count)
                hits[language] += 1
            }
        }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), best < all.count, scores[best] >= 3
        else { return nil }
        let isClear = scores.indices.allSatisfy { $0 == best || 3 * scores[best] >= 4 * scores[$0] }
        return isClear && 6 * hits[best] >= total ? all[best] : nil
    }

    /// Words of languages in which nothing is answered.
    private static let otherWords = TimeWords.words(
        """
        och att jag det inte har som vi kan du ikke og jeg er til pa av af med hej hei tack tak takk ja ei on ja en olen kiitos
        nie jest sie czy dziekuje prosze na do to je se jsem dekuji prosim hogy nem az egy koszonom va si nu este multumesc
        ve bir bu icin tesekkurler
        """)

    /// The languages that each word is common in, by their places in `all`.
    private static let weights: [String: [Int]] = {
        var weights: [String: [Int]] = [:]
        for (place, words) in (all.map(\.commonWords) + [otherWords]).enumerated() {
            for word in words { weights[word, default: []].append(place) }
        }
        return weights
    }()
}

extension TimeWords {
    static func words(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    /// "monday=Monday mon=Monday", or a name alone where nothing is folded.
    static func names(_ text: String) -> [String: String] {
        var names: [String: String] = [:]
        for entry in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let sides = entry.split(separator: "=").map(String.init)
            if let first = sides.first, let last = sides.last { names[first] = last }
        }
        return names
    }
}
