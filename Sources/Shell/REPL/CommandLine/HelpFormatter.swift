internal import LineEditing

/// Formats the help texts of a command table for a terminal of 80 columns.
struct HelpFormatter {
    private let table: CommandTable

    init(_ table: CommandTable) {
        self.table = table
    }

    private static let lineWidth = 79
    private static let titleWidth = 13
    private static let quickFormWidth = 16
    private static let quickFormsInLine = 4

    // MARK: - All commands

    /// The first screen in a shell: the names of all commands by task, in at most 24 lines.
    var overview: String {
        let groups = table.groups.map { row($0.title, $0.commands.map(\.name)) }
        return "petrel - write mail anywhere, send it when you can.\n\n"
            + "Usage: \(table.prefix)[COMMAND] [OPTION…]. Without a command, starts the prompt.\n\n"
            + groups.joined() + "\nMore: \(table.prefix)help COMMAND, \(table.prefix)help all\n"
    }

    /// Every command with its summary.
    var everything: String {
        table.groups.map { "\($0.title)\n\(lines(of: $0.commands))\n" }.joined()
            + "Options of every command\n" + Self.columns(table.globalOptions.map { ($0.form, $0.summary) })
            + "\nMore: \(table.prefix)help COMMAND\n"
    }

    /// The first screen at the prompt: a line of examples per task. Shows only the commands of `place`.
    func quickReference(of place: Command.Place) -> String {
        var text = ""
        for group in table.groups {
            let forms = group.commands(in: [place]).compactMap(\.quickForm).prefix(Self.quickFormsInLine)
            guard !forms.isEmpty else { continue }
            let cells = forms.dropLast().map { DisplayWidth.fit($0, columns: Self.quickFormWidth) } + forms.suffix(1)
            text += DisplayWidth.fit(group.title, columns: Self.titleWidth) + cells.joined() + "\n"
        }
        let escapes = place == .draft ? ", help ~ for commands inside the text" : ""
        return text + "More: help COMMAND, help all\(escapes).\n"
    }

    /// The tilde escapes that work while the text of a draft is typed.
    var tildeEscapes: String {
        var rows = [
            (".", "ends the text; nothing is sent. Type two dots for a line with one dot"),
            ("~COMMAND", "runs that command: ~attach plan.pdf, ~cc ana. Type ~~ for a tilde"),
        ]
        for command in table.commands {
            if let letter = command.tildeEscape { rows.append(("~\(letter)", "\(command.name): \(command.summary)")) }
        }
        rows.append(("~?", "help ~: show this list"))
        return "Every line you type becomes text, except:\n" + Self.columns(rows)
    }

    // MARK: - Some commands

    /// Returns help on the command with this name, or on all commands that begin with this word or belong to the group
    /// with this title.
    func help(on topic: String) throws(CommandFailure) -> String {
        let members = table.group(topic)
        if let command = table.command(topic) {
            return text(on: command) + (members.isEmpty ? "" : "\n" + lines(of: members))
        }
        if !members.isEmpty { return lines(of: members) + "\nMore: \(table.prefix)help \(topic) COMMAND\n" }
        let groups = table.groups.filter { $0.title.lowercased().utf8.elementsEqual(topic.lowercased().utf8) }
        guard let group = groups.first else {
            throw .usage("There is no command \"\(topic)\". \(table.suggestion(for: topic))\(table.hint())")
        }
        return lines(of: group.commands) + "\nMore: \(table.prefix)help COMMAND\n"
    }

    private func text(on command: Command) -> String {
        let synopsis = command.synopsis.isEmpty ? "" : " \(command.synopsis)"
        var text =
            Self.wrapped("\(table.prefix)\(command.name)\(synopsis)", indent: 4, first: 0) + "\n\n"
            + Self.wrapped("\(command.summary.capitalizedSentence). \(command.details)", indent: 0) + "\n"
        if !command.aliases.isEmpty { text += "Also: \(command.aliases.joined(separator: ", "))\n" }
        text += "\n" + Self.columns((command.options + table.globalOptions).map { ($0.form, $0.summary) })
        let examples = command.examples.map { table.prefix.isEmpty ? $0.withoutProgramName : $0 }
        return text + "\n" + examples.map { "  \($0)\n" }.joined()
    }

    private func lines(of commands: [Command]) -> String {
        Self.columns(commands.map { ($0.name, $0.summary) })
    }

    // MARK: - Layout

    /// Formats the names of a group's commands. A name of two words stays on one line.
    private func row(_ title: String, _ names: [String]) -> String {
        let list = names.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: ", ")
        let text = Self.wrapped(list, indent: Self.titleWidth + 2).replacing("\u{A0}", with: " ")
        return "  \(DisplayWidth.fit(title, columns: Self.titleWidth))\(text)\n"
    }

    /// Formats two columns and wraps the second one. If a first column is too wide, it gets a line of its own.
    private static func columns(_ rows: [(String, String)]) -> String {
        let width = min(rows.map { DisplayWidth.of($0.0) }.max() ?? 0, widestTerm)
        return rows.map { term, text in
            let body = wrapped(text, indent: width + 4)
            guard DisplayWidth.of(term) > width else {
                return "  \(DisplayWidth.fit(term, columns: width))  \(body)\n"
            }
            return "  \(term)\n\(String(repeating: " ", count: width + 4))\(body)\n"
        }.joined()
    }

    private static let widestTerm = 30

    /// Breaks a text into lines between its words. `indent` is the number of columns before each line; `first` is that
    /// of the first line, if different.
    private static func wrapped(_ text: String, indent: Int, first: Int? = nil) -> String {
        var lines: [String] = []
        for word in text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
            let word = String(decoding: Array(word), as: UTF8.self)
            let last = lines.last ?? ""
            let margin = lines.count == 1 ? first ?? indent : indent
            if !lines.isEmpty, margin + DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= lineWidth {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        let margin = String(repeating: " ", count: indent)
        return lines.enumerated().map { $0 == 0 ? $1 : "\n\(margin)\($1)" }.joined()
    }
}

extension String {
    /// With a capital first letter.
    var capitalizedSentence: String {
        prefix(1).uppercased() + dropFirst()
    }

    /// The command line as typed at the prompt.
    var withoutProgramName: String {
        utf8.starts(with: "petrel ".utf8) ? String(dropFirst("petrel ".count)) : self
    }
}
