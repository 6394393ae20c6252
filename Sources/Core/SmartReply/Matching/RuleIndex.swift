/// Rules in order, by their first words.
struct RuleIndex: Sendable {
    private(set) var all: [Rule] = []
    private var indices: [String: [Int]] = [:]

    mutating func append(_ rule: Rule) {
        for word in rule.pattern.firstWords { indices[word, default: []].append(all.count) }
        all.append(rule)
    }

    /// Returns the first rule in the table's order that the sentence follows, and the index of its word.
    func match(
        _ sentence: Sentence, _ slots: [TimeMention], _ language: Language
    ) -> (rule: Rule, place: Int, priority: Int)? {
        var best: (place: Int, priority: Int)?
        for (place, word) in sentence.words.enumerated() {
            for index in indices[word.folded] ?? [] where index < best?.priority ?? .max {
                let rule = all[index]
                guard rule.pattern.matches(sentence, at: place, slots, language) else { continue }
                if rule.kind == .time {
                    let near = sentence.nearest(slots, to: place)
                    if near.isEmpty || near.contains(where: { !$0.deadline.isEmpty }) { continue }
                }
                best = (place, index)
            }
        }
        return best.map { (all[$0.priority], $0.place, $0.priority) }
    }
}
