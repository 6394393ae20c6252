/// What a message asks or tells.
struct MessageIntent: Sendable {
    let language: Language
    /// What the reply answers.
    let act: SpeechAct

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
        var acts: [SpeechAct] = []
        for sentence in subject + own.sentences {
            guard let act = SpeechAct(of: sentence, language) else { continue }
            if act.kind == .stop { return nil }
            if act.kind != .skip, !Self.isForAnother(sentence, names, language) { acts.append(act) }
        }
        let asked = acts.filter { $0.kind != .tell }
        guard asked.count <= Self.mostQuestions, let act = asked.last ?? Self.news(acts, own.sentences, language) else {
            return nil
        }
        self.language = language
        // "Let's meet on Friday. Does that work?" asks about Friday.
        let isAboutMeeting = act.name == "approval" && act.slots.isEmpty
        self.act = isAboutMeeting ? asked.last { $0.name == "meeting" } ?? act : act
    }

    /// Returns the first news in the order of the table.
    private static func news(_ acts: [SpeechAct], _ sentences: [Sentence], _ language: Language) -> SpeechAct? {
        guard sentences.reduce(0, { $0 + $1.words.count }) <= longestNews else { return nil }
        let isRegretted = sentences.contains { sentence in
            sentence.words.contains { language.uses(of: $0.folded).contains(.regret) }
        }
        return acts.filter { !isRegretted || badNews.contains($0.name) }.min { $0.priority < $1.priority }
    }

    /// Returns the question in a subject, unless the message is itself a reply.
    private static func question(inSubject subject: String) -> Sentence? {
        guard subject.utf8.count < 100, subject.utf8.last == UInt8(ascii: "?"),
            !subject.utf8.prefix(5).contains(UInt8(ascii: ":"))
        else { return nil }
        return Sentence.all(in: subject).last
    }

    /// Returns whether the greeting names the user, by the name or a short form of it, or names no one.
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
