internal import LineEditing

/// Formats the help texts of a command table.
struct HelpFormatter {
    private let table: CommandTable
    private let lineWidth: Int
    private let isAccessible: Bool

    /// Formats for a screen of this width, at most for one of 80 columns. Accessible help has sentences instead of columns,
    /// which a screen reader would read line by line.
    init(_ table: CommandTable, columns: Int? = nil, isAccessible: Bool = false) {
        self.table = table
        self.isAccessible = isAccessible
        lineWidth = max(Self.narrowestLine, min(Self.widestLine, (columns ?? .max) - 1))
    }

    private static let narrowestLine = 20
    private static let widestLine = 79
    private static let titleWidth = 13
    private static let quickFormWidth = 16
    private static let quickFormsInLine = 4

    // MARK: - All commands

    /// The first screen in a shell: the names of all commands by task, in at most 24 lines.
    var overview: String {
        let groups = table.groups.map { row($0.title, Self.joined($0.commands.map(\.name))) }
        return "petrel - write mail anywhere, send it when you can.\n\n"
            + "Usage: \(usage("\(table.prefix)[COMMAND] [OPTION…]")). Without a command, starts the prompt.\n\n"
            + groups.joined() + "\nMore: \(table.prefix)help COMMAND, \(table.prefix)help all\n"
    }

    /// Every command with its summary.
    var everything: String {
        table.groups.map { heading($0.title) + "\(lines(of: $0.commands))\n" }.joined()
            + heading("Options of every command") + columns(table.globalOptions.map { ($0.form, $0.summary) })
            + "\nMore: \(table.prefix)help COMMAND\n"
    }

    private func heading(_ title: String) -> String { title + (isAccessible ? ":\n" : "\n") }

    /// The first screen at the prompt: a line of examples per task. Shows only the commands of `place`.
    func quickReference(of place: Command.Place) -> String {
        var text = ""
        for group in table.groups {
            let forms = group.commands(in: [place]).compactMap(\.quickForm).prefix(Self.quickFormsInLine)
            guard !forms.isEmpty else { continue }
            if isAccessible {
                text += "\(group.title): \(forms.joined(separator: ", ")).\n"
                continue
            }
            let cells = forms.dropLast().map { DisplayWidth.fit($0, columns: Self.quickFormWidth) } + forms.suffix(1)
            let isWide = Self.titleWidth + cells.map(DisplayWidth.of).reduce(0, +) > lineWidth
            let row = isWide ? list(forms, indent: Self.titleWidth) : cells.joined()
            text += DisplayWidth.fit(group.title, columns: Self.titleWidth) + row + "\n"
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
        rows.append(("Ctrl-X Ctrl-Y", "send: the same as ~yy, also at the end of a line of text"))
        rows.append(("~?", "help ~: show this list"))
        return "Every line you type becomes text, except:\n" + columns(rows.map { (keys($0), $1) })
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
        if groups.isEmpty, let elsewhere = elsewhere(topic) { return elsewhere }
        guard let group = groups.first else {
            throw .usage("There is no command \"\(topic)\". \(table.suggestion(for: topic))\(table.hint())")
        }
        return lines(of: group.commands) + "\nMore: \(table.prefix)help COMMAND\n"
    }

    /// Returns help on a command that can only be typed in another place.
    private func elsewhere(_ topic: String) -> String? {
        let places: [(words: String, table: CommandTable)] = [
            ("At the prompt:", .prompt), ("At the prompt, in an open draft:", .compose), ("In a shell:", .program),
        ]
        for place in places {
            guard let command = place.table.command(topic) else { continue }
            return "\(place.words)\n\n"
                + HelpFormatter(place.table, columns: lineWidth + 1, isAccessible: isAccessible).text(on: command)
        }
        return nil
    }

    private func text(on command: Command) -> String {
        let synopsis = command.synopsis.isEmpty ? "" : " \(command.synopsis)"
        let form = "\(table.prefix)\(command.name)\(synopsis)"
        var text =
            (isAccessible ? "Usage: \(usage(form))." : wrapped(form, indent: 4, first: 0)) + "\n\n"
            + wrapped("\(command.summary.capitalizedSentence). \(command.details)", indent: 0) + "\n"
        if !command.aliases.isEmpty { text += "Also: \(command.aliases.map(keys).joined(separator: ", "))\n" }
        if table.prefix.isEmpty {
            text += command.shortForms.map { "Short: \(keys($0.shown)) for \($0.meaning)\n" }.joined()
        }
        if !command.terms.isEmpty { text += "\n" + columns(command.terms.map { ($0.form, $0.meaning) }) }
        text += "\n" + columns((command.options + table.globalOptions).map { ($0.form, $0.summary) })
        let examples = command.examples.map { table.prefix.isEmpty ? $0.withoutProgramName : $0 }
        return text + "\n" + examples.map { isAccessible ? "Example: \($0)\n" : "  \($0)\n" }.joined()
    }

    private func lines(of commands: [Command]) -> String {
        columns(commands.map { ($0.name, $0.summary) })
    }

    // MARK: - Layout

    /// Joins names that begin with the same word: `config get` and `config set` are `config get|set`.
    private static func joined(_ names: [String]) -> [String] {
        var joined: [(first: Substring, rest: [Substring])] = []
        for name in names {
            let words = name.split(separator: " ", maxSplits: 1)
            if words.count == 2, let place = joined.firstIndex(where: { $0.first == words[0] && !$0.rest.isEmpty }) {
                joined[place].rest.append(words[1])
            } else {
                joined.append((words[0], Array(words.dropFirst())))
            }
        }
        return joined.map { $0.rest.isEmpty ? String($0.first) : "\($0.first) \($0.rest.joined(separator: "|"))" }
    }

    private func row(_ title: String, _ names: [String]) -> String {
        if isAccessible { return "\(title): \(names.joined(separator: ", ")).\n" }
        return "  \(DisplayWidth.fit(title, columns: Self.titleWidth))\(list(names, indent: Self.titleWidth + 2))\n"
    }

    /// Formats names as a list. A name of two words stays on one line.
    private func list(_ names: some Sequence<String>, indent: Int) -> String {
        let names = names.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: ", ")
        return wrapped(names, indent: indent).replacing("\u{A0}", with: " ")
    }

    /// Formats two columns and wraps the second one. If a first column is too wide, it gets a line of its own.
    private func columns(_ rows: [(String, String)]) -> String {
        if isAccessible { return rows.map(sentence).joined() }
        let widestTerm = min(Self.widestTerm, lineWidth / 2 - Self.termMargin)
        let width = min(rows.map { DisplayWidth.of($0.0) }.max() ?? 0, widestTerm)
        return rows.map { term, text in
            let body = wrapped(text, indent: width + Self.termMargin)
            guard DisplayWidth.of(term) > width else {
                return "  \(DisplayWidth.fit(term, columns: width))  \(body)\n"
            }
            return "  \(term)\n\(String(repeating: " ", count: width + Self.termMargin))\(body)\n"
        }.joined()
    }

    /// Returns a row as a sentence. The operators of queries end in a colon themselves.
    private func sentence(_ term: String, _ text: String) -> String {
        let colon = term.utf8.last == 0x3A ? "" : ":"
        return MessageListFormatter.ended("\(ScreenReaderText.alternatives(term))\(colon) \(text)") + "\n"
    }

    /// Returns a synopsis, in words in accessible mode.
    private func usage(_ synopsis: String) -> String { isAccessible ? ScreenReaderText.usage(synopsis) : synopsis }

    /// Returns what is typed, with its signs in words in accessible mode.
    private func keys(_ typed: String) -> String { isAccessible ? ScreenReaderText.keys(typed) : typed }

    private static let widestTerm = 30
    /// The blanks before and behind a term.
    private static let termMargin = 4

    /// Breaks a text into lines between its words. `indent` is the number of columns before each line; `first` is that
    /// of the first line, if different.
    private func wrapped(_ text: String, indent: Int, first: Int? = nil) -> String {
        let text = text.replacing("\n", with: " ")
        if isAccessible { return text }
        let lines = WordWrap.lines(text, columns: lineWidth - indent, first: lineWidth - (first ?? indent))
        return WordWrap.indented(lines, by: String(repeating: " ", count: indent))
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
