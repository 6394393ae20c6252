/// What one sentence asks or tells.
struct SentenceIntent: Sendable {
    let kind: Rule.Kind
    /// The name of the rule in the language's table.
    let name: String
    /// The times that belong to it.
    let slots: [TimeMention]
    /// The place of the rule in the table.
    let priority: Int

    /// A shorter question that names a time proposes it: "Lunch on Friday?" In words.
    private static let longestFragment = 6

    init?(of sentence: Sentence, _ language: Language) {
        let slots = TimeMentionFinder(sentence, language).slots()
        if let match = language.rules.match(sentence, slots, language) {
            kind = match.rule.kind
            name = match.rule.name
            self.slots = sentence.nearest(slots, to: match.place)
            priority = match.priority
            return
        }
        guard sentence.isQuestion, sentence.words.count <= Self.longestFragment, !slots.isEmpty, language.hasFragments,
            !sentence.words.contains(where: { language.uses(of: $0.folded).contains(.clause) })
        else { return nil }
        (kind, name, priority) = (.time, "meeting", 0)
        self.slots = slots
    }

    /// Whether it offers a choice of two times.
    var isChoice: Bool {
        ["meeting", "approval", "invitation", "whenFree"].contains(name) && slots.count == 2 && slots[0].isBeforeOr
            && slots.allSatisfy(\.isKnown)
    }
}
