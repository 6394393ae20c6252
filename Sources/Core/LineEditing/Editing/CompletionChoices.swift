/// The choices shown if completion is ambiguous.
enum CompletionChoices {
    private static let shown = 10

    /// Returns one numbered line per choice. If there are many, only the first ones are listed.
    static func lines(_ choices: [String]) -> [String] {
        let lines = choices.prefix(shown).enumerated().map { "\($0.offset + 1). \($0.element)" }
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
