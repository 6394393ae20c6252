/// Puts what is known into the answers of a language.
struct AnswerWriter {
    let reading: MailReading
    let question: ReplyQuestion

    /// How long a day of the week means the one that was meant.
    private static let daysOfWeekday = 6

    func answers() -> [(meaning: Answer.Meaning, text: String)] {
        let language = reading.language
        if reading.isChoice {
            guard reading.slots.allSatisfy(isCurrent) else { return [] }
            return written(language.answers.answers(to: .choice, .two).answers, nil)
        }
        let slot = reading.slots.count == 1 ? reading.slots[0] : nil
        if !reading.slots.isEmpty, reading.slots.contains(where: { !isCurrent($0) }) {
            // The day has passed: only what needs none can be said.
            guard [.sending, .review, .favour].contains(reading.act) || !reading.act.asks else { return [] }
            return written(language.answers.answers(to: reading.act, .plain).answers, nil)
        }
        // Of several times, none is the one.
        let isUnsure = !reading.slots.isEmpty && form(slot) == .plain
        let act: SpeechAct =
            switch reading.act {
            case .meeting where isUnsure, .availability where isUnsure: .approval
            // Who is late another day is not seen soon.
            case .late where reading.slots.contains { $0.day != nil }: .notice
            default: reading.act
            }
        let found = language.answers.answers(to: act, form(slot))
        // Who said when needs not be asked.
        if act == .call, found.form == .plain, !reading.slots.isEmpty { return [] }
        let isTimed = found.form == .plain && !reading.slots.isEmpty && [.sending, .review, .favour].contains(act)
        return written(found.answers.filter { !isTimed || $0.meaning != .other }, found.form == .plain ? nil : slot)
    }

    private func form(_ slot: Slot?) -> AnswerTable.Form {
        if reading.act == .ownIntroduction { return firstName == nil ? .plain : .name }
        guard let slot, slot.isKnown else { return .plain }
        if !slot.deadline.isEmpty { return .deadline }
        if slot.day == .week { return .week }
        if slot.hasTime { return .time }
        return slot.day == nil ? .plain : .day
    }

    private func isCurrent(_ slot: Slot) -> Bool {
        switch slot.day {
        case .relative, .week, nil: question.ageInDays <= 0
        case .weekday, .date: question.ageInDays <= Self.daysOfWeekday
        }
    }

    /// The sender's, where the mail says it too.
    private var firstName: String? {
        guard let name = question.senderName.split(separator: " ").first.map(String.init),
            let folded = MailReading.words(name).first, name.utf8.count <= 30,
            UnquotedText(question.text).sentences.contains(where: { sentence in
                sentence.words.contains { $0.isCapitalised && $0.folded == folded }
            })
        else { return nil }
        return name
    }

    private func written(_ answers: [Answer], _ slot: Slot?) -> [(meaning: Answer.Meaning, text: String)] {
        var values: [(String, String)] = []
        let language = reading.language
        if let slot {
            let day = slot.day.map { language.on($0, slot.dayText) }
            values = [
                ("{slot}", named(slot)), ("{on}", joined(day, slot.timeText)), ("{day}", day ?? slot.timeText),
                (
                    "{deadline}",
                    joined(slot.deadline, joined(slot.dayText, slot.day == nil ? slot.bareTime : slot.timeText))
                ),
            ]
        } else if reading.isChoice {
            values = [("{first}", named(reading.slots[0])), ("{second}", named(reading.slots[1]))]
        }
        if let firstName { values.append(("{name}", firstName)) }
        return answers.map { answer in
            (answer.meaning, Self.capitalised(Self.filled(answer.text, values)))
        }
    }

    private func named(_ slot: Slot) -> String {
        guard let day = slot.day else { return reading.language.times.keepsAt ? slot.timeText : slot.bareTime }
        return joined(reading.language.named(day, slot.dayText), slot.timeText)
    }

    private func joined(_ first: String?, _ second: String) -> String {
        guard let first, !first.isEmpty else { return second }
        return second.isEmpty ? first : first + " " + second
    }

    private static func filled(_ text: String, _ values: [(String, String)]) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{") {
            output += rest[..<start]
            rest = rest[start...]
            if let value = values.first(where: { rest.hasPrefix($0.0) }) {
                output += value.1
                rest = rest.dropFirst(value.0.count)
            } else {
                output.append("{")
                rest = rest.dropFirst()
            }
        }
        return output + rest
    }

    private static func capitalised(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }
}
