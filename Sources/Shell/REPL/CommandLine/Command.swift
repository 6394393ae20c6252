/// A command: its name, arguments, help text and action.
///
/// The argument parser, help, the manual page, shell completion and the tables in README.md and docs/commands.md are all
/// generated from this declaration.
struct Command: Sendable {
    typealias Run = @Sendable (Invocation, inout Console) throws(CommandFailure) -> ExitCode

    /// One word, or two: `account add`.
    let name: String
    /// Other names, each of one or two words.
    let aliases: [String]
    /// What the command does, in one line that begins with a verb.
    let summary: String
    /// The synopsis of a command whose operands and options do not describe it; `nil` to derive it.
    let form: String?
    let operands: [Operand]
    let options: [Option]
    /// Whether `-key:value` is an operand, as in a set of messages.
    let takesFilters: Bool
    /// Whether the command parses the words after its name itself, except for long global options.
    let readsOwnOptions: Bool
    /// At the prompt, the number of words after the name before the rest of the line is one operand; `nil` if all of it
    /// is words.
    let wordsBeforeText: Int?
    /// Where the command can be typed.
    let places: Set<Place>
    /// What happens if config.json or the file of an account has errors.
    let configuration: ConfigurationUse
    /// What runs the command inside the text of a draft, after a tilde: a letter, as in mailx. Only `send` has two letters,
    /// so that no slip of one finger sends.
    let tildeEscape: String?
    /// Sentences for `help NAME`.
    let details: String
    /// Terms and what they mean, which `help NAME` shows as a table.
    let terms: [Term]
    /// Lines for a shell, or for the prompt if the command exists only there.
    let examples: [String]
    /// The short example that the first screen of help at the prompt shows; `nil` to leave the command out.
    let quickForm: String?
    /// Lines at the prompt that mean this command, such as "+NAME" for `folder NAME`.
    let shortForms: [PromptShorthand]
    let run: Run

    init(
        name: String, aliases: [String] = [], summary: String, form: String? = nil, operands: [Operand] = [],
        options: [Option] = [], takesFilters: Bool = false, readsOwnOptions: Bool = false, wordsBeforeText: Int? = nil,
        places: Set<Place> = [.program, .prompt], configuration: ConfigurationUse = .required,
        tildeEscape: String? = nil, details: String, terms: [Term] = [],
        examples: [String] = [], quickForm: String? = nil, shortForms: [PromptShorthand] = [], run: @escaping Run
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.form = form
        self.operands = operands
        self.options = options
        self.takesFilters = takesFilters
        self.readsOwnOptions = readsOwnOptions
        self.wordsBeforeText = wordsBeforeText
        self.places = places
        self.configuration = configuration
        self.tildeEscape = tildeEscape
        self.details = details
        self.terms = terms
        self.examples = examples
        self.quickForm = quickForm
        self.shortForms = shortForms
        self.run = run
    }

    var names: [String] { [name] + aliases }

    /// Whether the operands are a query, in which a word may begin with a minus sign.
    var takesQuery: Bool { operands.contains { $0.kind == .query } }

    /// A row of the table in the help.
    struct Term: Sendable {
        let form: String
        let meaning: String
    }

    enum Place: Sendable {
        /// In a shell, after the name of the program.
        case program
        case prompt
        /// While a draft is open. Commands of the prompt can be typed there too, unless a command of the draft has the
        /// same name.
        case draft
    }
}

extension Command {
    /// What a command in a shell does if the configuration has errors. All of them are printed first.
    enum ConfigurationUse: Sendable {
        /// It does not use the configuration, or reports errors itself.
        case none
        /// It uses only the settings, and runs with those that are valid.
        case settings
        /// It runs with what is valid, because it must not fail for an unrelated reason.
        case tolerant
        /// With errors in config.json, it is not run. Accounts with errors do not exist for it.
        case required
        /// In addition, it fails after its work if an account has errors, because its answer is incomplete.
        case complete
    }
}

extension Command {
    /// The numbers of operands that the command accepts.
    var operandCount: ClosedRange<Int> {
        let least = operands.count { $0.repetition == .one || $0.repetition == .oneOrMore }
        let isUnlimited = operands.contains { $0.repetition == .zeroOrMore || $0.repetition == .oneOrMore }
        return least...(isUnlimited ? Int.max : operands.count)
    }

    /// "NAME [FOLDER] [--yes]": what follows the name. Commands with more than a few options show `[OPTION…]`.
    var synopsis: String {
        if let form { return form }
        let required = options.filter(\.isRequired).map(\.synopsis)
        let optional = options.filter { !$0.isRequired }
        let shown = optional.count > Self.shownOptions ? ["[OPTION…]"] : optional.map { "[\($0.synopsis)]" }
        return (operands.map(\.synopsis) + required + shown).joined(separator: " ")
    }

    /// A synopsis with more options than this would not fit on a line.
    private static let shownOptions = 3
}
