/// Short answers that the user gave to similar mail.
struct PastReplies {
    let question: ReplyQuestion
    let reading: MailReading
    private let words: Set<String>

    /// A longer answer was written for one mail alone, in octets.
    private static let longestAnswer = 160
    /// Enough of a mail to know what it was about, in octets.
    private static let comparedSize = 2048
    /// How much of the words two mails have to share.
    private static let leastLikeness = 0.35
    private static let mostAnswers = 2
    /// Of very many similar mails, the most similar ones tell enough.
    private static let mostCompared = 12

    init(to question: ReplyQuestion, _ reading: MailReading) {
        self.question = question
        self.reading = reading
        words = Set(MailReading.words([question.text, question.subject, question.senderName].joined(separator: " ")))
    }

    /// The best ones, the most fitting first. What was said more often, to more similar mail, fits better.
    func answers(from history: [PastReply]) -> [String] {
        let received = history.map { Self.distinctWords($0.received) }
        var frequency: [String: Int] = [:]
        for words in received { for word in words { frequency[word, default: 0] += 1 } }
        let asked = Self.distinctWords(question.text)
        let askedSet = Set(asked)
        let whole = asked.reduce(0) { $0 + weight($1, frequency) }
        let alike = zip(history, received).map { (past: $0, likeness: likeness(askedSet, whole, $1, frequency)) }
            .filter { $0.likeness >= Self.leastLikeness && $0.past.sent.utf8.count <= 4 * Self.longestAnswer }
        var found: [(key: [String], text: String, likeness: Double)] = []
        for (past, likeness) in Self.sorted(alike, by: \.likeness).prefix(Self.mostCompared) {
            let answer = UnquotedText(past.sent)
            guard !answer.text.isEmpty, answer.text.utf8.count <= Self.longestAnswer, answer.sentences.count <= 2,
                isFree(answer, of: past)
            else { continue }
            let then = MailReading(UnquotedText(Self.beginning(past.received)))
            guard then?.act == reading.act, then?.language.code == reading.language.code else { continue }
            let key = MailReading.words(answer.text)
            if let place = found.firstIndex(where: { $0.key == key }) {
                found[place].likeness += likeness
            } else {
                found.append((key, answer.text, likeness))
            }
        }
        return Self.sorted(found, by: \.likeness).prefix(Self.mostAnswers).map(\.text)
    }

    /// The greatest first, and of equal ones the former.
    private static func sorted<Element>(_ elements: [Element], by likeness: (Element) -> Double) -> [Element] {
        elements.enumerated().sorted { one, other in
            let (first, second) = (likeness(one.element), likeness(other.element))
            return first != second ? first > second : one.offset < other.offset
        }
        .map(\.element)
    }

    /// In the order of the text, so that sums of their weights are the same each time.
    private static func distinctWords(_ text: String) -> [String] {
        var seen: Set<String> = []
        return MailReading.words(beginning(text)).filter { seen.insert($0).inserted }
    }

    private static func beginning(_ text: String) -> String {
        String(decoding: text.utf8.prefix(comparedSize), as: UTF8.self)
    }

    /// How much of their words two mails share, from 0 to 1. `whole` is what the words of the first one weigh.
    private func likeness(_ one: Set<String>, _ whole: Double, _ other: [String], _ frequency: [String: Int]) -> Double
    {
        var shared = 0.0
        var all = whole
        for word in other {
            let weight = weight(word, frequency)
            if one.contains(word) { shared += weight } else { all += weight }
        }
        return all > 0 ? shared / all : 0
    }

    /// Rare words count for more, and small ones for less.
    private func weight(_ word: String, _ frequency: [String: Int]) -> Double {
        let weight = 1 / Double(1 + (frequency[word] ?? 0)).squareRoot()
        return reading.language.commonWords.contains(word) ? weight / 3 : weight
    }

    /// Whether the answer is bound to nothing that the new mail does not have: no name, number, day or address.
    private func isFree(_ answer: UnquotedText, of past: PastReply) -> Bool {
        let times = reading.language.times
        let names = Set(UnquotedText(Self.beginning(past.received)).names)
        return answer.sentences.allSatisfy { sentence in
            sentence.words.enumerated().allSatisfy { index, word in
                let folded = word.folded
                if folded.isEmpty { return false }
                if words.contains(folded) { return true }
                if folded.utf8.contains(where: { $0 &- 0x30 < 10 }) || names.contains(folded) { return false }
                if times.weekdays[folded] != nil || times.relative[folded] != nil || Months.names.contains(folded) {
                    return false
                }
                // In German, all nouns are written like names.
                let isLikeName = index > 0 && word.isCapitalised && folded.utf8.count > 1 && !folded.hasPrefix("i'")
                return !isLikeName || reading.language.code == "de"
            }
        }
    }
}
