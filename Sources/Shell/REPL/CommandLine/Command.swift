/// One verb: what it is called, what it takes, what it does. Parser and help read the same value.
struct Command: Sendable {
    typealias Run = @Sendable (Invocation, inout Console) throws(CommandFailure) -> ExitCode

    /// One word, or two: `account add`.
    let name: String
    /// Other names, as many words long as they like to be.
    let aliases: [String]
    let summary: String
    /// What follows the name, as help shows it.
    let synopsis: String
    let options: [Option]
    /// How many operands may stand behind the name.
    let operands: ClosedRange<Int>
    /// Whether `-key:value` is an operand, as it is in a set of messages.
    let takesFilters: Bool
    /// Whether what stands behind the name is read by the command itself, long options that go with every verb aside.
    let readsOwnOptions: Bool
    /// At the prompt, so many words follow the name, and behind them text to the end of the line; `nil` where all of it
    /// is words.
    let wordsBeforeText: Int?
    /// Where it can be typed.
    let places: Set<Place>
    /// Sentences for `help NAME`.
    let details: String
    let examples: [String]
    let run: Run

    init(
        name: String, aliases: [String] = [], summary: String, synopsis: String, options: [Option] = [],
        operands: ClosedRange<Int> = 0...Int.max, takesFilters: Bool = false, readsOwnOptions: Bool = false,
        wordsBeforeText: Int? = nil,
        places: Set<Place> = [.program, .prompt], details: String, examples: [String] = [], run: @escaping Run
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.synopsis = synopsis
        self.options = options
        self.operands = operands
        self.takesFilters = takesFilters
        self.readsOwnOptions = readsOwnOptions
        self.wordsBeforeText = wordsBeforeText
        self.places = places
        self.details = details
        self.examples = examples
        self.run = run
    }

    var names: [String] { [name] + aliases }

    enum Place: Sendable {
        /// Behind the name of the program.
        case program
        case prompt
        /// While a draft is open; what can be typed at the prompt can be typed there too, unless it has the same name.
        case draft
    }

    /// What stands behind a verb with dashes before it.
    struct Option: Sendable {
        /// Without the dashes.
        let name: String
        /// The short form, one ASCII letter.
        let letter: Character?
        /// What help calls the value; `nil` for an option that is only there or not.
        let value: String?
        /// Whether it may be given more than once, each time with another value.
        let isRepeatable: Bool
        let summary: String

        init(
            _ name: String, _ letter: Character? = nil, value: String? = nil, isRepeatable: Bool = false,
            summary: String
        ) {
            self.name = name
            self.letter = letter
            self.value = value
            self.isRepeatable = isRepeatable
            self.summary = summary
        }

        /// "-t, --to WHO".
        var form: String {
            (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0)" } ?? "")
        }
    }
}
