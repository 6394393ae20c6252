/// A manual page in mdoc(7).
struct ManPage {
    /// As `petrel-send`.
    let name: String
    let section: Int
    let text: String

    /// As `petrel-send.1`.
    var fileName: String { "\(name).\(section)" }

    init(name: String, section: Int, summary: String, _ body: String) {
        self.name = name
        self.section = section
        text = """
            .Dd \(ProgramVersion.date)
            .Dt \(name.uppercased()) \(section)
            .Os
            .Sh NAME
            .Nm \(name)
            .Nd \(Roff.arguments(summary))

            """ + body
    }

    /// The pages that are generated from declarations: of the program, of the configuration, and one per command.
    static let all = [program, configuration] + commandNames.map(command)

    /// Returns the page that a topic of `help` names: nothing, `config`, or a command, such as `account add`. The words of
    /// a command may be joined by hyphens, as in the name of its page.
    static func named(_ topic: String) -> ManPage? {
        if topic.isEmpty { return program }
        if topic == "config" { return configuration }
        let name = topic.replacing("-", with: " ")
        return commandNames.first { $0.replacing("-", with: " ").utf8.elementsEqual(name.utf8) }.map(command)
    }

    /// The names of all commands, each once.
    static let commandNames: [String] = {
        var names: [String] = []
        for command in CommandGroup.all.flatMap(\.commands) where !names.contains(command.name) {
            names.append(command.name)
        }
        return names
    }()

    /// Describes exit codes, for every page of section 1.
    static let exitStatus = """
        .Sh EXIT STATUS
        0 on success, 1 if some items failed, 3 if a question needed an answer, and
        otherwise a code of
        .Xr sysexits 3 :
        78 if the configuration has errors, 75 if a later try may succeed.

        """
}
