import SmartReply

extension FuzzTarget {
    /// The first half of the input is the message, and the second half an earlier answer to it. The suggestions are
    /// few, short, distinct and safe for a terminal.
    static let smartReply = FuzzTarget(name: "smartreply", maximumLength: 2048) { bytes in
        let text = String(decoding: bytes.prefix(bytes.count / 2), as: UTF8.self)
        let sent = String(decoding: bytes.dropFirst(bytes.count / 2), as: UTF8.self)
        let question = SmartReplyInput(
            text: text, subject: String(sent.prefix(40)), senderName: String(text.prefix(10)), userName: "Kim Park",
            ageInDays: bytes.count % 9)
        let answers = SuggestedReplies.of(question, history: [PastReply(received: text, sent: sent)])
        expect(answers.count <= SuggestedReplies.mostAnswers, "few answers are offered")
        expect(Set(answers).count == answers.count, "no answer is offered twice")
        for answer in answers {
            expect(!answer.isEmpty && answer.count <= SuggestedReplies.longestAnswer, "an answer is short")
            for scalar in answer.unicodeScalars {
                let category = scalar.properties.generalCategory
                expect(category != .control && category != .format, "an answer is only text")
            }
        }
    }
}
