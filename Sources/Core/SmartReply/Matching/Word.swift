internal import MailTypes

/// A word of a text.
struct Word: Sendable {
    /// As written, without the punctuation around it.
    let text: String
    /// Without case and accents; empty for an address, which is no word of any language.
    let folded: String
    /// Whether a comma or something like it stands behind.
    var endsClause = false
    /// Whether a period stands behind that may belong to the word: "5." and "Dr.".
    var hasPeriod = false

    var isCapitalised: Bool { text.unicodeScalars.first?.properties.isUppercase ?? false }
    var isNumber: Bool { !folded.isEmpty && folded.utf8.allSatisfy { $0 &- 0x30 < 10 } }
}

/// A sentence in words.
struct Sentence: Sendable {
    var words: [Word] = []
    var isQuestion = false

    /// The words between commas around a place.
    func clause(around index: Int) -> Range<Int> {
        let start = words[..<index].lastIndex(where: \.endsClause).map { $0 + 1 } ?? 0
        let end = words[index...].firstIndex(where: \.endsClause).map { $0 + 1 } ?? words.count
        return start..<end
    }
}

/// Takes a paragraph apart.
struct SentenceReader {
    private(set) var sentences: [Sentence] = []
    private var sentence = Sentence()

    /// Abbreviations whose period ends nothing.
    private static let abbreviations: Set<String> = Set(
        """
        mr mrs ms dr prof st jr e.g eg i.e ie etc vs approx a.m p.m nr z.b bzw ca ggf evtl usw d.h str tel
        mme mlle sr sra dott ing dhr mevr bijv sig dra
        """.split { $0 == " " || $0 == "\n" }.map(String.init))

    mutating func read(_ paragraph: String) {
        let chunks = paragraph.unicodeScalars.split { $0.value < 0x80 ? $0.value <= 0x20 : $0.properties.isWhitespace }
        for (index, chunk) in chunks.enumerated() {
            let next = index + 1 < chunks.count ? chunks[index + 1] : nil
            for piece in chunk.split(
                omittingEmptySubsequences: true, whereSeparator: { $0 == "\u{2014}" || $0 == "\u{2026}" })
            {
                read(piece, next: next)
            }
        }
        endSentence(isQuestion: false)
    }

    private mutating func read(_ chunk: Substring.UnicodeScalarView, next: Substring.UnicodeScalarView?) {
        guard let first = chunk.firstIndex(where: Self.isWordPart), let last = chunk.lastIndex(where: Self.isWordPart)
        else {
            readPunctuation(chunk, next: nil, isBehindPeriodWord: false)
            return
        }
        let core = chunk[first...last]
        let text = String(String.UnicodeScalarView(core.map { $0 == "\u{2019}" ? "'" : $0 }))
        let isAddress =
            core.contains("@") || core.contains("/") && core.contains(":") || text.utf8.starts(with: "www.".utf8)
        let folded = isAddress ? "" : String(decoding: SearchFold.folded(text), as: UTF8.self)
        sentence.words.append(Word(text: text, folded: folded))
        let isNumber = sentence.words.last?.isNumber ?? false
        let isShort = folded.utf8.count == 1 && folded != "i" || Self.abbreviations.contains(folded)
        let tail = chunk[chunk.index(after: last)...]
        // "at 3. Then" ends a sentence, "5. Mai" does not.
        let isOrdinal = isNumber && next.map { !Self.isCapitalised($0) || Months.contain(String($0)) } ?? false
        readPunctuation(tail, next: next, isBehindPeriodWord: isOrdinal || isShort)
    }

    private mutating func readPunctuation(
        _ tail: Substring.UnicodeScalarView, next: Substring.UnicodeScalarView?, isBehindPeriodWord: Bool
    ) {
        if tail.contains("?") { return endSentence(isQuestion: true) }
        if tail.contains("!") { return endSentence(isQuestion: false) }
        if tail.contains(".") {
            guard isBehindPeriodWord, next != nil else { return endSentence(isQuestion: false) }
            mark { $0.hasPeriod = true }
        }
        if tail.contains(where: { ",;:()-\u{2013}".unicodeScalars.contains($0) }) { mark { $0.endsClause = true } }
    }

    private mutating func mark(_ change: (inout Word) -> Void) {
        guard let last = sentence.words.indices.last else { return }
        change(&sentence.words[last])
    }

    private mutating func endSentence(isQuestion: Bool) {
        if !sentence.words.isEmpty {
            sentence.isQuestion = isQuestion
            sentences.append(sentence)
        }
        sentence = Sentence()
    }

    private static func isCapitalised(_ chunk: Substring.UnicodeScalarView) -> Bool {
        chunk.first?.properties.isUppercase ?? false
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 {
            let octet = UInt8(truncatingIfNeeded: scalar.value)
            return (octet | 0x20) &- 0x61 < 26 || octet &- 0x30 < 10
        }
        return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
}
