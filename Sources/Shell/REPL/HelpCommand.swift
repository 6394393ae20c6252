internal import Terminal

extension Command {
    static let help: Command = Command(
        name: "help", summary: "say what petrel can do, or how one command is used", synopsis: "[COMMAND]",
        details: "Without a command, lists all of them.", examples: ["petrel help parse"]
    ) { invocation, console throws(CommandFailure) in
        let text = try CommandTable.program.help(on: invocation.operands)
        console.answer(
            invocation.command,
            { json in
                json.key("text")
                json.string(text)
            }, text: { $0.write(text) })
        return .done
    }
}

extension CommandTable {
    /// Help on the command that the words name, on all that begin with the one word, or without words on everything.
    func help(on words: [[UInt8]]) throws(CommandFailure) -> String {
        guard !words.isEmpty else { return overview }
        let topic = String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
        let group = group(topic)
        if let command = command(topic) {
            return text(on: command) + (group.isEmpty ? "" : "\n" + lines(of: group))
        }
        guard !group.isEmpty else {
            throw .usage("There is no command \"\(topic)\". \(suggestion(for: topic))\(hint())")
        }
        return lines(of: group) + "\nMore: \(prefix)help \(topic) COMMAND\n"
    }

    private var overview: String {
        "petrel: write mail anywhere, send it when you can.\n\n" + lines(of: commands)
            + "\nMore: \(prefix)help COMMAND\n"
    }

    private func lines(of commands: [Command]) -> String {
        Self.columns(commands.map { ($0.name, $0.summary) })
    }

    private func text(on command: Command) -> String {
        var text =
            "\(prefix)\(command.name)\(command.synopsis.isEmpty ? "" : " ")\(command.synopsis)\n\n"
            + Self.wrapped(command.details, indent: 0) + "\n"
        if !command.aliases.isEmpty { text += "Also: \(command.aliases.joined(separator: ", "))\n" }
        text += "\n" + Self.columns((command.options + globalOptions).map { ($0.form, $0.summary) })
        return text + "\n" + command.examples.map { "  \($0)\n" }.joined()
    }

    private static func columns(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.utf8.count).max() ?? 0
        return rows.map { "  \(DisplayWidth.fit($0, columns: width))  \(wrapped($1, indent: width + 4))\n" }.joined()
    }

    /// Help fits on a screen of 80 columns.
    private static let lineWidth = 79

    /// The words in lines; the first stands behind what takes `indent` columns, the others below it.
    private static func wrapped(_ text: String, indent: Int) -> String {
        var lines: [String] = []
        for word in text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
            let word = String(decoding: Array(word), as: UTF8.self)
            let last = lines.last ?? ""
            if !lines.isEmpty, indent + DisplayWidth.of(last) + 1 + DisplayWidth.of(word) <= lineWidth {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        let margin = String(repeating: " ", count: indent)
        return lines.enumerated().map { $0 == 0 ? $1 : "\n\(margin)\($1)" }.joined()
    }
}
