internal import MailTypes

/// A mail as far as it is understood.
struct MailReading: Sendable {
    let language: Language
    let act: SpeechAct
    /// The times that belong to what is asked or told.
    let slots: [Slot]
    /// Whether two times are offered to choose from.
    let isChoice: Bool

    /// More questions than these are not answered by a sentence.
    private static let mostQuestions = 3
    /// A longer mail tells more than what one of its sentences does, in words.
    private static let longestTelling = 150

    /// `nil` where nothing is understood, or nothing ready-made should be said.
    init?(_ own: UnquotedText, subject: String = "", userName: String = "") {
        guard let language = Language.of(own.sentences), !Self.isGrave(own), Self.isFor(userName, own.addressees)
        else { return nil }
        let names = Self.words(userName)
        var sentences = own.sentences.filter { !Self.isForAnother($0, names, language) }
        if let question = Self.question(inSubject: subject) { sentences.insert(question, at: 0) }
        let deeds = sentences.compactMap { PromisedAction($0, language) }
        let asked = deeds.filter(\.act.asks)
        guard asked.count <= Self.mostQuestions else { return nil }
        guard var deed = asked.last ?? Self.told(deeds, own.sentences) else { return nil }
        // "Let's meet on Friday. Does that work?" asks about Friday.
        if deed.act == .approval, deed.slots.isEmpty, let meeting = asked.last(where: { $0.act == .meeting }) {
            deed = meeting
        }
        self.language = language
        act = deed.act
        slots = deed.slots
        isChoice = deed.isChoice
    }

    private static func told(_ deeds: [PromisedAction], _ sentences: [Sentence]) -> PromisedAction? {
        guard sentences.reduce(0, { $0 + $1.words.count }) <= longestTelling else { return nil }
        let isBadNews = sentences.contains { $0.words.contains { Boilerplate.regrets.contains($0.folded) } }
        for act in isBadNews ? [SpeechAct.cancelling, .late] : SpeechAct.telling {
            if let deed = deeds.first(where: { $0.act == act }) { return deed }
        }
        return nil
    }

    /// A subject that asks, if the mail is no answer itself.
    private static func question(inSubject subject: String) -> Sentence? {
        guard subject.utf8.count < 100, subject.utf8.last == UInt8(ascii: "?"),
            !subject.utf8.prefix(5).contains(UInt8(ascii: ":"))
        else { return nil }
        var reader = SentenceReader()
        reader.read(subject)
        return reader.sentences.last
    }

    static func words(_ text: String) -> [String] {
        String(decoding: SearchFold.words(of: text), as: UTF8.self).split(separator: " ").map(String.init)
    }

    private static func isGrave(_ own: UnquotedText) -> Bool {
        own.sentences.contains { sentence in
            let words = sentence.words.map(\.folded)
            return words.contains(where: Boilerplate.grave.contains)
                || words.indices.contains { index in
                    Boilerplate.gravePhrases[words[index]]?.contains { words[index...].starts(with: $0) } ?? false
                }
        }
    }

    /// Whether the greeting is to the user: by name, by a short form of it, or by none.
    private static func isFor(_ userName: String, _ addressees: [String]) -> Bool {
        let names = words(userName)
        guard !names.isEmpty, !addressees.isEmpty else { return true }
        return addressees.contains { addressee in names.contains { isSame(addressee, $0) } }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || one.utf8.prefix(3).count == 3 && one.utf8.prefix(3).elementsEqual(other.utf8.prefix(3))
    }

    /// "Ben, could you …"
    private static func isForAnother(_ sentence: Sentence, _ names: [String], _ language: Language) -> Bool {
        guard !names.isEmpty, sentence.words.count > 3, let first = sentence.words.first, first.endsClause,
            first.isCapitalised, !first.isNumber
        else { return false }
        return !language.commonWords.contains(first.folded) && !Boilerplate.adverbs.contains(first.folded)
            && !names.contains { isSame(first.folded, $0) }
    }
}
