/// Finds short replies that the user gave to similar mail.
struct PastReplyFinder {
    private let reading: MessageIntent
    /// The words at the beginning of the message.
    private let words: Set<String>
    /// The words of the message, its subject and its sender's name.
    private let allWords: Set<String>

    /// A longer reply fits only the message that it was written for, in bytes.
    private static let longestAnswer = 160
    /// The number of bytes of a message that are compared.
    private static let comparedSize = 2048
    /// The minimum similarity of two messages, from 0 to 1.
    private static let leastSimilarity = 0.35
    private static let mostAnswers = 2

    init(to question: SmartReplyInput, _ reading: MessageIntent) {
        self.reading = reading
        words = Self.words(Self.beginning(question.text))
        allWords = Self.words([question.text, question.subject, question.senderName].joined(separator: " "))
    }

    /// Returns the best replies, the best first. A reply that was given more often, to more similar mail, is better.
    func answers(from history: [PastReply]) -> [ReplyCandidate] {
        var found: [(words: [String], text: String, score: Double)] = []
        for past in history where past.sent.utf8.count <= 4 * Self.longestAnswer {
            let received = Self.beginning(past.received)
            let similarity = similarity(of: Self.words(received))
            guard similarity >= Self.leastSimilarity, let text = reusableText(past.sent, to: UnquotedText(received))
            else { continue }
            let words = Sentence.words(in: text).map(\.folded)
            if let index = found.firstIndex(where: { $0.words == words }) {
                found[index].score += similarity
            } else {
                found.append((words, text, similarity))
            }
        }
        let sorted = found.enumerated().sorted {
            ($0.element.score, $1.offset) > ($1.element.score, $0.offset)
        }
        return sorted.prefix(Self.mostAnswers).map {
            ReplyCandidate(meaning: meaning($0.element.words), text: $0.element.text)
        }
    }

    /// Returns the share of their words that two messages have in common. Frequent words count less.
    private func similarity(of other: Set<String>) -> Double {
        func weight(_ words: Set<String>) -> Int {
            words.reduce(0) { $0 + (reading.language.uses(of: $1).contains(.common) ? 1 : 3) }
        }
        return Double(weight(words.intersection(other))) / Double(max(1, weight(words.union(other))))
    }

    /// Returns the text of a short reply to a message of the same kind, if it fits the new message as well.
    private func reusableText(_ sent: String, to received: UnquotedText) -> String? {
        let reply = UnquotedText(sent)
        guard !reply.text.isEmpty, reply.text.utf8.count <= Self.longestAnswer, reply.sentences.count <= 2,
            let then = MessageIntent(received), then.answered.name == reading.answered.name,
            then.language.code == reading.language.code
        else { return nil }
        let names = Set(received.names)
        return reply.sentences.allSatisfy { isReusable($0, names) } ? reply.text : nil
    }

    /// Returns whether a sentence has no name, number, day or address that the new message does not have.
    private func isReusable(_ sentence: Sentence, _ names: Set<String>) -> Bool {
        sentence.words.enumerated().allSatisfy { index, word in
            if allWords.contains(word.folded) { return true }
            let isLikeName = index > 0 && word.isName && !word.folded.hasPrefix("i'")
            return !word.folded.isEmpty && !names.contains(word.folded)
                && !word.folded.utf8.contains { $0 &- 0x30 < 10 }
                && reading.language.uses(of: word.folded).isDisjoint(with: [.days, .soon, .months])
                && (!isLikeName || reading.language.capitalizesNouns)
        }
    }

    private func meaning(_ words: [String]) -> ReplyCandidate.Meaning {
        let uses = words.prefix(3).map(reading.language.uses(of:))
        if uses.contains(where: { $0.contains(.no) }) { return .no }
        return uses.contains { $0.contains(.yes) } ? .yes : .other
    }

    private static func words(_ text: String) -> Set<String> { Set(Sentence.words(in: text).map(\.folded)) }

    private static func beginning(_ text: String) -> String {
        String(decoding: text.utf8.prefix(comparedSize), as: UTF8.self)
    }
}
