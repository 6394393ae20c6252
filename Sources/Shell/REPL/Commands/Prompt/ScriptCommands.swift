internal import Disk
internal import InternetMessage

extension Command {
    /// `petrel` without a verb.
    static let startPrompt = Command(
        name: "petrel", summary: "write and read at the prompt", synopsis: "[-c COMMAND]…",
        options: [
            .init(
                "command", "c", value: "COMMAND", isRepeatable: true, summary: "do this, as if it were typed, and end"),
            keepGoing, echo,
        ], places: [], details: "Type help at the prompt.", examples: ["petrel", "petrel -c 'list --limit 3'"]
    ) { invocation, console throws(CommandFailure) in
        guard invocation.has("command") else { return console.runPrompt(invocation) }
        let lines = try invocation.values("command").map { line throws(CommandFailure) in
            try Invocation.text(line, of: "-c")
        }
        return console.run(script: lines, named: "-c", invocation)
    }

    static let run = Command(
        name: "run", summary: "do the lines of a file as if they were typed", synopsis: "FILE",
        options: [keepGoing, echo],
        operands: 1...1, places: [.program],
        details: """
            Ends at the first line that fails, and says which one. A question is an error that names the option which
            answers it. "-" is standard input. $draft is the draft that was opened or saved last, $outbox what was queued
            last, $last the last message of the list.
            """,
        examples: ["petrel run morning.petrel", "petrel run --keep-going tidy.petrel"]
    ) { invocation, console throws(CommandFailure) in
        let operand = invocation.operands[0]
        let isInput = operand == [0x2D]
        let octets: [UInt8]
        do throws(FileError) {
            octets = try isInput ? FileReading.standardInput() : FileReading.contents(of: Path(operand))
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        let name = isInput ? "standard input" : Path(operand).description
        return console.run(script: TextLines.of(octets), named: name, invocation)
    }

    private static let keepGoing = Option("keep-going", summary: "go on after a line that failed")
    private static let echo = Option("echo", summary: "show each line on standard error before it is done")
}

extension Console {
    fileprivate mutating func runPrompt(_ invocation: Invocation) -> ExitCode {
        var start = PromptStart(self, keepsGoing: invocation.has("keep-going"), echoes: invocation.has("echo"))
        let code = start.run()
        self = start.console
        session = nil
        return code
    }

    fileprivate mutating func run(script lines: [String], named name: String, _ invocation: Invocation) -> ExitCode {
        var start = PromptStart(
            reading(lines), script: name, keepsGoing: invocation.has("keep-going"), echoes: invocation.has("echo"))
        let code = start.run()
        (output, errors) = (start.console.output, start.console.errors)
        return code
    }
}
