/// What a message asks or tells.
struct MessageIntent: Sendable {
    let language: Language
    /// What the reply answers.
    let answered: SentenceIntent

    /// A message with more questions than this needs more than one sentence in reply.
    private static let mostQuestions = 3
    /// A longer message tells more than one of its sentences does, in words.
    private static let longestNews = 150
    /// Rules that still apply if the message regrets something.
    private static let badNews = ["cancelling", "late"]

    /// Returns `nil` if the message is not understood, or if no ready-made reply is appropriate.
    init?(_ own: UnquotedText, subject: String = "", userName: String = "") {
        let names = Sentence.words(in: userName).map(\.folded)
        guard let language = Language.of(own.sentences), Self.isAddressed(names, in: own.addressees) else { return nil }
        let subject = Self.question(inSubject: subject).map { [$0] } ?? []
        var intents: [SentenceIntent] = []
        for sentence in subject + own.sentences {
            guard let intent = SentenceIntent(of: sentence, language) else { continue }
            if intent.kind == .stop { return nil }
            if intent.kind != .skip, !Self.isForAnother(sentence, names, language) { intents.append(intent) }
        }
        let asked = intents.filter { $0.kind != .tell }
        guard asked.count <= Self.mostQuestions, let intent = asked.last ?? Self.news(intents, own.sentences, language)
        else {
            return nil
        }
        self.language = language
        // "Let's meet on Friday. Does that work?" asks about Friday.
        let isAboutMeeting = intent.name == "approval" && intent.slots.isEmpty
        answered = isAboutMeeting ? asked.last { $0.name == "meeting" } ?? intent : intent
    }

    /// Returns the first news in the order of the table.
    private static func news(_ intents: [SentenceIntent], _ sentences: [Sentence], _ language: Language)
        -> SentenceIntent?
    {
        guard sentences.reduce(0, { $0 + $1.words.count }) <= longestNews else { return nil }
        let isRegretted = sentences.contains { sentence in
            sentence.words.contains { language.uses(of: $0.folded).contains(.regret) }
        }
        return intents.filter { !isRegretted || badNews.contains($0.name) }.min { $0.priority < $1.priority }
    }

    /// Returns the question in a subject, unless the message is itself a reply.
    private static func question(inSubject subject: String) -> Sentence? {
        guard subject.utf8.count < 100, subject.utf8.last == UInt8(ascii: "?"),
            !subject.utf8.prefix(5).contains(UInt8(ascii: ":"))
        else { return nil }
        return Sentence.all(in: subject).last
    }

    /// Returns whether the greeting names the user, by the name or a short form of it, or has no name.
    private static func isAddressed(_ names: [String], in addressees: [String]) -> Bool {
        names.isEmpty || addressees.isEmpty || addressees.contains { isShortForm($0, of: names) }
    }

    private static func isShortForm(_ name: String, of names: [String]) -> Bool {
        names.contains { $0 == name || name.utf8.count >= 3 && $0.utf8.prefix(3).elementsEqual(name.utf8.prefix(3)) }
    }

    /// Returns whether the sentence begins with the name of someone else: "Ben, could you …"
    private static func isForAnother(_ sentence: Sentence, _ names: [String], _ language: Language) -> Bool {
        guard !names.isEmpty, sentence.words.count > 3, let first = sentence.words.first, first.endsClause,
            first.isName, !language.uses(of: first.folded).contains(.common)
        else { return false }
        return !isShortForm(first.folded, of: names)
    }
}
