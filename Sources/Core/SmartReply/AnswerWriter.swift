/// Writes the replies of a language's table, with the times and the name that the message mentions.
struct AnswerWriter {
    private let language: Language
    private let intent: SentenceIntent
    private let ageInDays: Int
    /// The time that a reply can repeat: the only one in the question.
    private let slot: TimeMention?
    /// The sender's first name, if the text contains it.
    private let firstName: String?

    /// The number of days for which a weekday means the one that the sender meant.
    private static let daysOfWeekday = 6

    init(_ reading: MessageIntent, _ question: SmartReplyInput, _ own: UnquotedText) {
        (language, intent, ageInDays) = (reading.language, reading.answered, question.ageInDays)
        slot = intent.slots.count == 1 && intent.slots[0].isKnown ? intent.slots[0] : nil
        let name = Sentence.words(in: question.senderName).first
        let isMentioned = own.sentences.lazy.flatMap(\.words).contains { $0.isName && $0.folded == name?.folded }
        firstName = isMentioned ? name?.text : nil
    }

    func answers() -> [ReplyCandidate] {
        guard intent.slots.allSatisfy(isCurrent) else {
            return intent.kind == .task || intent.kind == .tell ? written(intent.name, [.any]) : []
        }
        if intent.isChoice { return written("choice", [.two]) }
        switch intent.name {
        case "approval" where slot != nil: return written("meeting", forms)
        case "meeting" where slot == nil && !intent.slots.isEmpty: return written("approval", forms)
        default: return written(intent.name, forms)
        }
    }

    /// The forms that can be written, the most specific first.
    private var forms: [ReplyCandidate.Form] {
        let name: [ReplyCandidate.Form] = firstName == nil ? [] : [.name]
        guard let slot else { return name + (intent.slots.isEmpty ? [.none, .any] : [.any]) }
        if !slot.deadline.isEmpty { return name + [.by, .any] }
        if slot.day == .week { return name + [.week, .any] }
        return name + [slot.hour.isEmpty ? .day : .time, .on, .any]
    }

    private func isCurrent(_ slot: TimeMention) -> Bool {
        switch slot.day {
        case .relative, .week, nil: ageInDays <= 0
        case .weekday, .next, .date: ageInDays <= Self.daysOfWeekday
        }
    }

    private func written(_ name: String, _ forms: [ReplyCandidate.Form]) -> [ReplyCandidate] {
        let answers = forms.lazy.compactMap { language.answers[name]?[$0] }.first ?? []
        return answers.filter { intent.slots.isEmpty || !$0.asksWhen }.map { answer in
            let pieces = answer.text.split(separator: "{", omittingEmptySubsequences: false)
            let text = pieces.dropFirst().reduce(String(pieces[0])) { text, piece in
                let end = piece.firstIndex(of: "}") ?? piece.startIndex
                return text + (value(of: piece[..<end]) ?? "") + piece[end...].dropFirst()
            }
            return ReplyCandidate(meaning: answer.meaning, text: text.prefix(1).uppercased() + text.dropFirst())
        }
    }

    private func value(of name: Substring) -> String? {
        switch name {
        case "slot": slot.map { language.phrase($0, "AS") }
        case "on": slot.map { language.phrase($0, "ON") }
        case "day": slot.map { language.phrase($0, "ON", hasHour: $0.day == nil) }
        case "by": slot.map { $0.deadline + " " + language.phrase($0, "") }
        case "first": language.phrase(intent.slots[0], "AS")
        case "second": language.phrase(intent.slots[1], "AS")
        default: firstName
        }
    }
}
