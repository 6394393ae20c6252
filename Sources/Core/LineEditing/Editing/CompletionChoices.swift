/// The choices shown if completion is ambiguous.
enum CompletionChoices {
    private static let shown = 10

    /// Returns one numbered line per choice, unless they have numbers of their own. If there are many, only the first ones
    /// are listed.
    static func lines(_ choices: [String]) -> [String] {
        let areNumbered = choices.allSatisfy { ($0.utf8.first ?? 0) &- 0x30 < 10 }
        let lines = choices.prefix(shown).enumerated().map { index, choice in
            areNumbered ? choice : "\(index + 1). \(choice)"
        }
        return choices.count > shown ? lines + ["and \(choices.count - shown) more"] : lines
    }

    /// Returns the longest common prefix, in whole characters.
    static func commonBeginning(_ texts: [String]) -> String {
        guard var common = texts.first else { return "" }
        for text in texts.dropFirst() {
            let same = zip(common, text).prefix { $0.0 == $0.1 }.count
            common = String(common.prefix(same))
        }
        return common
    }
}
