internal import Terminal

extension Command {
    static let help = Command(
        name: "help", summary: "say what petrel can do, or how one command is used", synopsis: "[COMMAND]",
        options: [], details: "Without a command, lists all of them.", examples: ["petrel help parse"]
    ) { invocation throws(UsageError) in
        let text: String
        if let topic = invocation.operands.first {
            let name = String(decoding: topic, as: UTF8.self)
            guard let command = Command.named(name) else {
                throw UsageError("There is no command \"\(name)\". Type: petrel help")
            }
            text = helpText(command)
        } else {
            text = overview
        }
        guard invocation.has("json") else {
            var output = Output.standardOutput
            output.write(text)
            return Program.finish(&output, .done)
        }
        var json = JSONWriter(.standardOutput)
        json.object { json in
            json.begin(command: "help", ok: true)
            json.key("error")
            json.null()
            json.key("text")
            json.string(text)
        }
        json.endLine()
        return Program.finish(&json.output, .done)
    }

    private static var overview: String {
        let width = all.map(\.name.utf8.count).max() ?? 0
        let lines = all.map { "  \(DisplayWidth.fit($0.name, columns: width))  \($0.summary)\n" }
        return "petrel: write mail anywhere, send it when you can.\n\n" + lines.joined()
            + "\nMore: petrel help COMMAND\n"
    }

    private static func helpText(_ command: Command) -> String {
        var text = "petrel \(command.name) \(command.synopsis)\n\n\(command.details)\n"
        let options = command.options + globalOptions
        let width = options.map(\.name.utf8.count).max() ?? 0
        text += "\n" + options.map { "  --\(DisplayWidth.fit($0.name, columns: width))  \($0.summary)\n" }.joined()
        return text + "\n" + command.examples.map { "  \($0)\n" }.joined()
    }
}
