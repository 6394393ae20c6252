/// What people can choose from when Tab does not know.
enum CompletionChoices {
    private static let shown = 10

    /// One a line and numbered; only the first ones of many.
    static func lines(_ choices: [String]) -> [String] {
        let lines = choices.prefix(shown).enumerated().map { "\($0.offset + 1). \($0.element)" }
        return choices.count > shown ? lines + ["and \(choices.count - shown) more"] : lines
    }

    /// The longest text that all begin with, in whole characters.
    static func commonBeginning(_ texts: [String]) -> String {
        guard var common = texts.first else { return "" }
        for text in texts.dropFirst() {
            let same = zip(common, text).prefix { $0.0 == $0.1 }.count
            common = String(common.prefix(same))
        }
        return common
    }
}
