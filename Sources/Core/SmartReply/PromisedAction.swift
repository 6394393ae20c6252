/// What one sentence does.
struct PromisedAction {
    let act: SpeechAct
    /// The times that belong to it.
    let slots: [Slot]
    /// Whether two times are offered to choose from.
    let isChoice: Bool

    /// A question of fewer words that names a time proposes it: "Lunch on Friday?"
    private static let longestFragment = 6
    /// "Kannst du am", in words.
    private static let longestModal = 4

    /// `nil` where it does nothing that is known, or nothing that can be answered.
    init?(_ sentence: Sentence, _ language: Language) {
        let all = SlotReader(sentence, language.times).slots()
        var excluded: Set<SpeechAct> = []
        while let found = language.patterns.act(of: sentence, without: excluded) {
            if Self.isUnanswered(found.act, sentence, language) { return nil }
            let slots = Self.slots(all, near: found.place, in: sentence)
            switch found.act {
            case .capable where Self.isNothingButTime(slots, behind: found.place, sentence):
                self.init(.meeting, slots)
                return
            case .meeting where !slots.isEmpty && slots.allSatisfy(\.deadline.isEmpty):
                self.init(.meeting, slots)
                return
            case .capable, .meeting:
                excluded.insert(found.act)
            default:
                self.init(found.act, slots)
                return
            }
        }
        guard sentence.isQuestion, sentence.words.count <= Self.longestFragment, !all.isEmpty,
            !language.clauseWords.isEmpty, !sentence.words.contains(where: { language.clauseWords.contains($0.folded) })
        else { return nil }
        self.init(.meeting, all)
    }

    private init(_ act: SpeechAct, _ slots: [Slot]) {
        let isAboutTime = [.meeting, .availability, .whenFree, .choice, .invitation, .approval, .moving].contains(act)
        isChoice = isAboutTime && slots.count == 2 && slots[0].isFollowedByOr && slots.allSatisfy(\.isKnown)
        self.act = isChoice ? .choice : act
        self.slots = slots
    }

    private static func isNothingButTime(_ slots: [Slot], behind place: Int, _ sentence: Sentence) -> Bool {
        slots.count == 1 && slots[0].range.upperBound == sentence.words.count
            && slots[0].range.lowerBound - place <= longestModal
    }

    /// The times between the same commas, else all of the sentence.
    private static func slots(_ slots: [Slot], near place: Int, in sentence: Sentence) -> [Slot] {
        let clause = sentence.clause(around: place)
        let near = slots.filter { $0.range.overlaps(clause) }
        return near.isEmpty ? slots : near
    }

    /// Whether what is ready does not fit after all.
    private static func isUnanswered(_ act: SpeechAct, _ sentence: Sentence, _ language: Language) -> Bool {
        func says(_ words: Set<String>) -> Bool { sentence.words.contains { words.contains($0.folded) } }
        switch act {
        case .nothing:
            return true
        case .thanks:
            // Thanks for a mail, an order or patience wait for nothing.
            return says(Boilerplate.politeReasons) || says([language.but])
        case .agreement, .promise:
            return says([language.but])
        case .plain, .beThere, .doneThat, .didThat, .willDo, .possession, .belief, .together, .permission:
            // What is to be chosen from is answered by neither yes nor no.
            let or = sentence.words.firstIndex { language.times.ors.contains($0.folded) }
            let isChoice = or.map { $0 + 1 < sentence.words.count && sentence.words[$0 + 1].folded != "not" } ?? false
            return isChoice || act == .plain && says(["you", "your", "yours"])
        default:
            return false
        }
    }
}
