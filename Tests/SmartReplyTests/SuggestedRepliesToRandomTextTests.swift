import MailTestSupport
import SmartReply
import Testing

@Suite("Suggestions to any text", .holds("S01"))
struct SuggestedRepliesToRandomTextTests {
    private func expectSound(_ answers: [String], _ comment: Comment) {
        #expect(answers.count <= SuggestedReplies.mostAnswers, comment)
        #expect(Set(answers).count == answers.count, comment)
        for answer in answers {
            #expect(!answer.isEmpty && answer.count <= SuggestedReplies.longestAnswer, comment)
            #expect(answer.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, comment)
        }
    }

    private static let mails =
        EnglishMails.times + EnglishMails.requests + EnglishMails.news + EnglishMails.quiet + OtherLanguageMails.german
        + OtherLanguageMails.french + OtherLanguageMails.spanish + OtherLanguageMails.unknown

    @Test("Few, different, short and the same each time, for words in any order")
    func anyWords() {
        var random = SeededGenerator.fresh
        let words =
            Self.mails.flatMap { $0.text.split(separator: " ").map(String.init) } + [
                "\u{202E}", "\u{0}", "\n", "\n> ", "-- ",
            ]
        for _ in 0..<1500 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            .joined(separator: [" ", " ", "\n"].randomElement(using: &random) ?? " ")
            let history = (0..<3).map { _ in PastReply(received: text, sent: words.randomElement(using: &random) ?? "")
            }
            let question = SmartReplyInput(text: text, subject: "Friday?", senderName: "Ana", userName: "Kim")
            let answers = SuggestedReplies.of(question, history: history)
            let comment = Comment(rawValue: "PETREL_SEED=\(random.seed): \(text.debugDescription) \(answers)")
            expectSound(answers, comment)
            #expect(answers == SuggestedReplies.of(question, history: history), comment)
        }
    }

    @Test("Random octets do no harm")
    func anyOctets() {
        var random = SeededGenerator.fresh
        for _ in 0..<1000 {
            let octets = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let answers = SuggestedReplies.of(SmartReplyInput(text: String(decoding: octets, as: UTF8.self)))
            expectSound(answers, Comment(rawValue: "PETREL_SEED=\(random.seed): \(octets)"))
        }
    }

    @Test(
        "A long mail takes no longer than its first pages",
        arguments: [
            "Are you free on Friday at 12:30? ", "can you ", "Friday or ", "? ", "at 3 ", "a", "\n", "Kim, ", "- ",
            "let ",
        ])
    func time(_ piece: String) {
        let text = String(repeating: piece, count: 2_000_000 / piece.utf8.count)
        let clock = ContinuousClock()
        let time = clock.measure { _ = SuggestedReplies.of(SmartReplyInput(text: text)) }
        #expect(time < .seconds(2), "\(time)")
    }
}
