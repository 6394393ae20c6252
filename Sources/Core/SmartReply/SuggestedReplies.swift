/// Suggests replies to a message, from the message itself and from the user's own earlier replies.
///
/// Suggests nothing when in doubt: a silly suggestion is worse than none. The result depends only on the arguments, and
/// takes time linear in their size.
public enum SuggestedReplies {
    /// The maximum number of suggestions.
    public static let mostAnswers = 3
    /// The maximum length of a suggestion in characters.
    public static let longestAnswer = 200

    /// Returns up to `mostAnswers` replies that mean different things, the best first. `history` holds recent short
    /// replies of the user, the latest first.
    public static func of(_ question: SmartReplyInput, history: [PastReply] = []) -> [String] {
        guard !question.isAutomatic else { return [] }
        var question = question
        question.text = String(decoding: question.text.utf8.prefix(UnquotedText.maximumSize), as: UTF8.self)
        let own = UnquotedText(question.text)
        guard let reading = MessageIntent(own, subject: question.subject, userName: question.userName) else {
            return []
        }
        var answers: [ReplyCandidate] = []
        func add(_ answer: ReplyCandidate) {
            let isNew = !answers.contains { $0.meaning == answer.meaning || $0.text == answer.text }
            if isNew, isPresentable(answer.text) { answers.append(answer) }
        }
        for answer in PastReplyFinder(to: question, reading).answers(from: history) { add(answer) }
        // To news, the user's own words are enough.
        if answers.isEmpty || reading.answered.kind != .tell {
            for answer in AnswerWriter(reading, question, own).answers() { add(answer) }
        }
        return answers.prefix(mostAnswers).map(\.text)
    }

    /// Returns whether a text can be suggested and shown on one line: it is short and has no invisible characters.
    public static func isPresentable(_ text: String) -> Bool {
        text.count <= longestAnswer && text.utf8.count <= 4 * longestAnswer
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }
}
