/// A pattern and what it shows.
struct Rule: Sendable {
    /// What a sentence or a line of the message does. The names are those of the tables.
    enum Kind: String, Sendable {
        case close  // a line that closes the text, if it holds little more: "Best regards"
        case cut  // a line from which on nothing was written by the sender: "Sent from my phone"
        case stop  // grave or automatic mail, to which nothing is suggested
        case skip  // nothing to reply to
        case ask  // asks; the last question of a message is answered
        case time  // asks about a time, which the sentence must mention
        case task  // asks for something that can still be done after the time that was mentioned
        case tell  // tells news; if nothing is asked, the news that is first in the table is answered
    }

    let kind: Kind
    let name: String
    let pattern: SentencePattern
}

/// Rules in order, by their first words.
struct RuleTable: Sendable {
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
