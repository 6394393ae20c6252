/// Ready answers to a mail, made on this machine from the mail itself and from what the user answered before.
///
/// Quiet where there is doubt: a silly answer is worse than none. The same question and history always give the same
/// answers, in time linear in their length.
public enum SuggestedReplies {
    public static let mostAnswers = 3
    /// In characters.
    public static let longestAnswer = 200

    /// Up to three answers that mean different things, the best first. `history` are recent short answers of the user, the
    /// latest first.
    public static func of(_ question: ReplyQuestion, history: [PastReply] = []) -> [String] {
        guard !question.isAutomatic else { return [] }
        var question = question
        question.text = String(decoding: question.text.utf8.prefix(UnquotedText.maximumSize), as: UTF8.self)
        question.subject = String(decoding: question.subject.utf8.prefix(UnquotedText.maximumSize), as: UTF8.self)
        let own = UnquotedText(question.text)
        guard !own.sentences.isEmpty,
            let reading = MailReading(own, subject: question.subject, userName: question.userName)
        else { return [] }
        var answers: [(meaning: Answer.Meaning, text: String)] = []
        for text in PastReplies(to: question, reading).answers(from: history) {
            let meaning = ReplyMeaning.of(text)
            if !answers.contains(where: { $0.meaning == meaning }) { answers.append((meaning, text)) }
        }
        // Whoever has an own way to say thanks needs no other.
        if answers.isEmpty || reading.act.asks {
            for answer in AnswerWriter(reading: reading, question: question).answers()
            where !answers.contains(where: { $0.meaning == answer.meaning || $0.text == answer.text }) {
                answers.append(answer)
            }
        }
        return Array(answers.map(\.text).filter(isPresentable).prefix(mostAnswers))
    }

    /// Whether a text can be offered, and shown in one line: it is short, and holds no character that people cannot see.
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

/// What an answer of the user's own says.
enum ReplyMeaning {
    static func of(_ text: String) -> Answer.Meaning {
        let words = MailReading.words(text).prefix(3)
        if words.contains(where: no.contains) { return .no }
        return words.contains(where: yes.contains) ? .yes : .other
    }

    private static let yes = TimeWords.words(
        """
        yes yep yeah sure sounds great ok okay perfect works absolutely happy gladly course confirmed done ja gerne klar prima passt
        oui volontiers accord bien parfait si claro vale perfecto certo volentieri perfetto graag prima goed sim pode
        """)
    private static let no = TimeWords.words(
        """
        no nope sorry unfortunately afraid can't cannot won't not nein leider kein non malheureusement lo siento purtroppo nee helaas
        nao infelizmente desculpe
        """)
}
