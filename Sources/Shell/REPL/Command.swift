/// One verb: what it is called, what it takes, what it does. Parser and help read the same value.
struct Command: Sendable {
    let name: String
    let summary: String
    /// What follows the name, as help shows it.
    let synopsis: String
    let options: [Option]
    /// Sentences for `help NAME`.
    let details: String
    let examples: [String]
    let run: @Sendable (Invocation) throws(UsageError) -> ExitCode

    struct Option: Sendable {
        let name: String
        let summary: String
    }

    static let all: [Command] = [.parse, .help]

    static func named(_ name: String) -> Command? {
        all.first { $0.name == name }
    }

    /// Options that stand before or after any verb.
    static let globalOptions = [
        Option(name: "json", summary: "print JSON: one object a command (parse: one line a message)")
    ]
}
