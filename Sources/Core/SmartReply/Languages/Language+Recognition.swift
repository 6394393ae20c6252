extension Language {
    /// Languages without replies, whose words must not be taken for those of another.
    private static let others = [
        "il lo gli di del della per che non mi ti ci si grazie come puoi hai ho ciao questo va bene sei cosa vuoi alle nel",
        "de het een ik je u we zijn en van op aan dat dit niet mijn uw bedankt hoe met kun heb nog maar om wil hoi of er",
        "o os um uma eu voce e sao de do da em no na para por que nao seu obrigado obrigada com pode ola muito mas bem este",
        "och att jag det inte kan du ikke og jeg er til hej tack ja ei nie jest czy dziekuje na do je hogy nem va si ve bir",
    ].map { Language("", "common: " + $0) }

    private static let known = all + others
    /// The number of words that are enough to recognize a language.
    private static let longestSample = 300

    /// Returns the language of a text; `nil` if it is unknown or not clear.
    static func of(_ sentences: [Sentence]) -> Language? {
        var scores = Array(repeating: 0, count: known.count)
        var hits = scores
        let words = sentences.flatMap(\.words).filter { !$0.folded.isEmpty && !$0.isNumber }.prefix(longestSample)
        for word in words {
            let found = known.indices.filter {
                !known[$0].uses(of: word.folded).isDisjoint(with: [.common, .days, .soon])
            }
            for index in found {
                scores[index] += max(1, 4 - found.count)
                hits[index] += 1
            }
        }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] >= 3, best < all.count,
            scores.indices.allSatisfy({ $0 == best || 3 * scores[best] >= 4 * scores[$0] }),
            6 * hits[best] >= words.count
        else { return nil }
        return known[best]
    }

    /// Returns whether a word has a use in any language.
    static func isAny(_ use: WordUse, _ word: String) -> Bool {
        all.indices.contains { all[$0].uses(of: word).contains(use) }
    }
}
