internal import Terminal

extension Command {
    static let help: Command = Command(
        name: "help", aliases: ["?"], summary: "show help", operands: [.zeroOrMore("TOPIC", .command)],
        options: [
            .init(
                "format", value: "FORMAT", .choice(["text", "man", "markdown", "readme"]),
                summary: "print the reference of all commands in this format")
        ],
        details: """
            TOPIC is a command, a group of commands, or all. Without TOPIC, shows the commands by task.
            """,
        examples: ["petrel help send", "petrel help all", "petrel help --format man | man -l -"]
    ) { invocation, console throws(CommandFailure) in
        let text = try console.help(invocation)
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
    fileprivate func help(_ invocation: Invocation) throws(CommandFailure) -> String {
        if let format = try invocation.text("format") { return try Self.reference(format) }
        let topic = try invocation.operands.map { word throws(CommandFailure) in
            try Invocation.text(word, of: "help")
        }.joined(separator: " ")
        let isDraftOpen = session?.compose != nil
        let table: CommandTable = session == nil ? .program : isDraftOpen ? .compose : .prompt
        let formatter = HelpFormatter(table, columns: columns)
        switch topic {
        case "":
            return session == nil ? formatter.overview : formatter.quickReference(of: isDraftOpen ? .draft : .prompt)
        case "all": return formatter.everything
        case "~": return HelpFormatter(.compose, columns: columns).tildeEscapes
        default: return try formatter.help(on: topic)
        }
    }

    private static func reference(_ format: String) throws(CommandFailure) -> String {
        switch format {
        case "text": HelpFormatter(.program).everything
        case "man": ManPageFormatter.page
        case "markdown": MarkdownFormatter.reference
        case "readme": MarkdownFormatter.table
        default:
            throw .usage("--format: \"\(format)\" is not a format. Use text, man, markdown or readme.")
        }
    }
}
