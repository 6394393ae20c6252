import Testing

/// A rule of the grammar and its place in a response.
struct TestedGrammarRule: Sendable, CustomTestStringConvertible {
    let name: String
    let prefix: String
    let suffix: String
    let rows: [Row]

    init(_ name: String, _ prefix: String, _ suffix: String, _ rows: [Row]) {
        self.name = name
        self.prefix = prefix
        self.suffix = suffix
        self.rows = rows
    }

    var testDescription: String { name }

    enum Verdict {
        case read
        case refused
        case unfinished
    }

    struct Row: Sendable {
        let input: String
        let verdict: Verdict

        /// `because` is the reason why the verdict differs from the grammar.
        static func read(_ input: String, because: String = "") -> Row { Row(input: input, verdict: .read) }
        static func refused(_ input: String, because: String = "") -> Row { Row(input: input, verdict: .refused) }
        static func unfinished(_ input: String) -> Row { Row(input: input, verdict: .unfinished) }
    }
}
