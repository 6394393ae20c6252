internal import Terminal

extension Command {
    /// `petrel` without a command.
    static let startPrompt = Command(
        name: "petrel", summary: "start the prompt",
        options: [
            .init(
                "command", "c", value: "COMMAND", .lines, isRepeatable: true,
                summary: "run this command as if typed, then exit"
            ),
            keepGoing, echo, .init("version", "V", summary: "print the version of petrel"),
        ], places: [], configuration: .none, details: "Type help at the prompt.",
        examples: ["petrel", "petrel -c 'list --limit 3'", "petrel --version"]
    ) { invocation, console throws(CommandFailure) in
        if invocation.has("version") {
            console.answer(
                invocation.command,
                { json in
                    json.key("version")
                    json.string(ProgramVersion.current)
                }, text: { $0.write("petrel \(ProgramVersion.current)\n") })
            return .done
        }
        guard invocation.has("command") else { return console.runPrompt(invocation) }
        let lines = try invocation.values("command").map { line throws(CommandFailure) in
            try Invocation.text(line, of: "-c")
        }
        return console.run(script: lines, named: "-c", invocation)
    }
}

extension Console {
    fileprivate mutating func runPrompt(_ invocation: Invocation) -> ExitCode {
        var start = PromptLifecycle(self, keepsGoing: invocation.has("keep-going"), echoes: invocation.has("echo"))
        let code = start.run()
        self = start.console
        session = nil
        return code
    }
}
