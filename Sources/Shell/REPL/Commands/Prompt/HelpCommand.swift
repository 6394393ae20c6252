internal import Accounts
internal import JSONText
internal import Terminal

extension Command {
    static let help: Command = Command(
        name: "help", aliases: ["?"], summary: "show help", operands: [.zeroOrMore("TOPIC", .command)],
        options: [
            .init(
                "format", value: "FORMAT",
                .choice(["text", "man", "pages", "schema", "schemas", "markdown", "readme"]),
                summary: "print the reference in this format")
        ],
        configuration: .none,
        details: """
            TOPIC is a command, a group of commands, or all. Without TOPIC, shows the commands by task. With --format man, prints a
            manual page: of petrel, of config, or of a command; pages lists them. With --format schema, prints the JSON Schema of
            config or account, or of what a command prints with --json; schemas lists them.
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
        let topic = try invocation.operands.map { word throws(CommandFailure) in
            try Invocation.text(word, of: "help")
        }.joined(separator: " ")
        if let format = try invocation.text("format") { return try Self.reference(format, topic) }
        let isDraftOpen = session?.compose != nil
        let table: CommandTable = session == nil ? .program : isDraftOpen ? .compose : .prompt
        let formatter = HelpFormatter(table, columns: columns, isAccessible: isAccessible)
        switch topic {
        case "":
            return session == nil ? formatter.overview : formatter.quickReference(of: isDraftOpen ? .draft : .prompt)
        case "all": return formatter.everything
        case "~": return HelpFormatter(.compose, columns: columns, isAccessible: isAccessible).tildeEscapes
        default: return try formatter.help(on: topic)
        }
    }

    private static func reference(_ format: String, _ topic: String) throws(CommandFailure) -> String {
        switch format {
        case "text": HelpFormatter(.program).everything
        case "man": try manPage(topic)
        case "pages": ManPage.all.map { "\($0.fileName)\n" }.joined()
        case "schema": try schema(topic)
        case "schemas":
            (ConfigurationSchema.all.map(\.name) + OutputSchema.all.map(\.fileName)).map { "\($0)\n" }.joined()
        case "markdown": CommandReferenceFormatter.reference
        case "readme": CommandReferenceFormatter.table
        default:
            throw .usage(
                "--format: \"\(format)\" is not a format. Use text, man, pages, schema, schemas, markdown or readme.")
        }
    }

    private static func manPage(_ topic: String) throws(CommandFailure) -> String {
        guard let page = ManPage.named(topic) else {
            throw .usage("There is no manual page of \"\(topic)\". Type: petrel help --format pages")
        }
        return page.text
    }

    private static func schema(_ topic: String) throws(CommandFailure) -> String {
        guard let json = ConfigurationSchema.named(topic)?.json ?? OutputSchema.named(topic)?.json else {
            throw .usage("There is no schema of \"\(topic)\". Type: petrel help --format schemas")
        }
        return String(decoding: json.octets, as: UTF8.self) + "\n"
    }
}
