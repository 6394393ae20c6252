internal import Terminal

extension Command {
    static let help: Command = Command(
        name: "help", summary: "say what petrel can do, or how one command is used", synopsis: "[COMMAND]",
        details: "Without a command, lists all of them.", examples: ["petrel help parse"]
    ) { invocation, console throws(CommandFailure) in
        let text = try console.help(on: invocation.operands)
        console.answer(
            invocation.command,
            { json in
                json.key("text")
                json.string(text)
            }, text: { $0.write(text) })
        return .done
    }
}

extension Console {
    /// At the prompt, what can be typed there; without a topic, the most of it by task.
    fileprivate func help(on topic: [[UInt8]]) throws(CommandFailure) -> String {
        guard let session else { return try CommandTable.program.help(on: topic) }
        let table = session.compose == nil ? CommandTable.prompt : CommandTable.compose
        if topic.isEmpty { return session.compose == nil ? PromptHelp.commands : PromptHelp.draft }
        if topic == [[0x7E]] { return PromptHelp.escapes }
        if topic == [Array("all".utf8)] { return try table.help(on: []) }
        return try table.help(on: topic)
    }
}

/// What help says at the prompt: a line a task.
private enum PromptHelp {
    static let commands = """
        Write   new NAME        reply 3         forward 3 NAME
        Read    list            show 3          search WORDS
        Drafts  drafts          resume d7       recover
        Outbox  outbox          undo            now
        Tidy    archive 3-5     delete 3        undo
        More    folder Archive  contacts ana    quit
        More: help COMMAND, help all.

        """

    static let draft = """
        People  to NAME         cc NAME         bcc NAME        remove NAME
        Text    body            lines           line 3 TEXT     edit
        Looks   bold "words"    italic "words"  link "words" URL
        Files   attach FILE     detach a1
        Done    preview         check           send            close
        Undo    undo            redo            discard
        More: help COMMAND, help ~ for what can be typed in the text, help all.

        """

    static let escapes = """
        In the text, a line is text. These are not:
        .           the end of the text; nothing is sent by it. Two dots are one dot.
        ~command    does that command: ~attach plan.pdf, ~cc ana. Two tildes are one.
        ~t ~c ~b    to, cc, bcc       ~s  subject           ~@  attach
        ~e          edit              ~r  insert a file     ~m  quote the message
        ~p ~h       preview, fields   ~q  close and keep    ~x  discard

        """
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
