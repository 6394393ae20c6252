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

    init(to question: ReplyQuestion, _ reading: MailReading) {
        self.question = question
        self.reading = reading
        words = Set(MailReading.words([question.text, question.subject, question.senderName].joined(separator: " ")))
    }

    /// The best ones, the most fitting first. What was said more often, to more similar mail, fits better.
    func answers(from history: [PastReply]) -> [String] {
        let received = history.map { Set(MailReading.words(Self.beginning($0.received))) }
        var frequency: [String: Int] = [:]
        for words in received { for word in words { frequency[word, default: 0] += 1 } }
        let asked = Set(MailReading.words(Self.beginning(question.text)))
        var found: [(key: [String], text: String, likeness: Double)] = []
        for (past, words) in zip(history, received) {
            let likeness = likeness(asked, words, frequency)
            guard likeness >= Self.leastLikeness, past.sent.utf8.count <= 4 * Self.longestAnswer else { continue }
            let answer = OwnText(past.sent)
            guard !answer.text.isEmpty, answer.text.utf8.count <= Self.longestAnswer, answer.sentences.count <= 2,
                isFree(answer, of: past)
            else { continue }
            let then = MailReading(OwnText(Self.beginning(past.received)))
            guard then?.act == reading.act, then?.language.code == reading.language.code else { continue }
            let key = MailReading.words(answer.text)
            if let place = found.firstIndex(where: { $0.key == key }) {
                found[place].likeness += likeness
            } else {
                found.append((key, answer.text, likeness))
            }
        }
        let best = found.indices.sorted { one, other in
            found[one].likeness != found[other].likeness ? found[one].likeness > found[other].likeness : one < other
        }
        return best.prefix(Self.mostAnswers).map { found[$0].text }
    }

    private static func beginning(_ text: String) -> String {
        String(decoding: text.utf8.prefix(comparedSize), as: UTF8.self)
    }

    /// How much of their words two mails share, from 0 to 1. Rare words count for more, and small ones for less.
    private func likeness(_ one: Set<String>, _ other: Set<String>, _ frequency: [String: Int]) -> Double {
        func weight(_ word: String) -> Double {
            let weight = 1 / Double(1 + (frequency[word] ?? 0)).squareRoot()
            return reading.language.commonWords.contains(word) ? weight / 3 : weight
        }
        var shared = 0.0
        var all = 0.0
        // Sums of fractions depend on their order, and that of a set is not the same twice.
        for word in one.union(other).sorted() {
            let weight = weight(word)
            all += weight
            if one.contains(word), other.contains(word) { shared += weight }
        }
        return all > 0 ? shared / all : 0
    }

    /// Whether the answer is bound to nothing that the new mail does not have: no name, number, day or address.
    private func isFree(_ answer: OwnText, of past: PastReply) -> Bool {
        let times = reading.language.times
        let names = Set(OwnText(Self.beginning(past.received)).names)
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
