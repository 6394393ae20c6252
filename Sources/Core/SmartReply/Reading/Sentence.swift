internal import MailTypes

/// A sentence as words.
struct Sentence: Sendable {
    var words: [Word] = []
    var isQuestion = false

    /// A longer sentence is divided, in words.
    private static let maximumLength = 100
    private static let titles: Set<String> = ["mr", "mrs", "ms", "dr", "prof", "st", "ca", "nr", "mme", "sr", "sra"]
    private static let clauseEnds: Set<Unicode.Scalar> = [",", ";", ":", "(", ")", "-", "\u{2013}"]

    /// Returns the sentences of a paragraph.
    static func all(in paragraph: String) -> [Sentence] {
        var sentences: [Sentence] = []
        var sentence = Sentence()
        var rest = paragraph.unicodeScalars.split(whereSeparator: isSpace)[...]
        while let chunk = rest.popFirst() {
            let end = chunk.lastIndex(where: isWordPart).map(chunk.index(after:)) ?? chunk.startIndex
            let tail = chunk[end...]
            if let word = word(chunk[..<end].drop { !isWordPart($0) }) { sentence.words.append(word) }
            guard let last = sentence.words.indices.last else { continue }
            let hasPeriod = tail.contains(".")
            let isInside = hasPeriod && !rest.isEmpty && isAbbreviated(sentence.words[last])
            sentence.words[last].hasPeriod = isInside
            if tail.contains(where: clauseEnds.contains) || isInside && sentence.words[last].isNumber {
                sentence.words[last].endsClause = true
            }
            sentence.isQuestion = tail.contains("?")
            let isEnd = sentence.isQuestion || tail.contains("!") || hasPeriod && !isInside
            if isEnd || sentence.words.count == maximumLength {
                sentences.append(sentence)
                sentence = Sentence()
            }
        }
        return sentence.words.isEmpty ? sentences : sentences + [sentence]
    }

    /// Returns the words of a text, whatever their sentences.
    static func words(in text: String) -> [Word] {
        all(in: text).flatMap(\.words).filter { !$0.folded.isEmpty }
    }

    /// Returns the times in the same clause as a word, or all if there is none.
    func nearest(_ slots: [TimeMention], to index: Int) -> [TimeMention] {
        let start = words[..<index].lastIndex(where: \.endsClause).map { $0 + 1 } ?? 0
        let end = words[index...].firstIndex(where: \.endsClause).map { $0 + 1 } ?? words.count
        let near = slots.filter { $0.range.overlaps(start..<end) }
        return near.isEmpty ? slots : near
    }

    private static func word(_ scalars: Substring.UnicodeScalarView) -> Word? {
        guard !scalars.isEmpty else { return nil }
        let hasQuote = scalars.contains("\u{2019}")
        let text = String(Substring(hasQuote ? .init(scalars.map { $0 == "\u{2019}" ? "'" : $0 }) : scalars))
        let isAddress =
            scalars.contains("@") || scalars.contains("/") && scalars.contains(":") || text.hasPrefix("www.")
        return Word(text: text, folded: isAddress ? "" : Word.folded(text))
    }

    /// Returns whether a period after the word may belong to it: "5." and "p.m."
    private static func isAbbreviated(_ word: Word) -> Bool {
        word.isNumber || titles.contains(word.folded) || word.folded.utf8.count == 1 && word.folded != "i"
            || word.folded.utf8.contains(UInt8(ascii: "."))
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return scalar.value <= 0x20 }
        return scalar == "\u{2014}" || scalar == "\u{2026}" || scalar.properties.isWhitespace
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 {
            let octet = UInt8(truncatingIfNeeded: scalar.value)
            return (octet | 0x20) &- 0x61 < 26 || octet &- 0x30 < 10
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
