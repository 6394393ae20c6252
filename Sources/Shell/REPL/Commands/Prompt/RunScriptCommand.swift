internal import Disk

extension Command {
    static let run = Command(
        name: "run", summary: "run a file of commands", operands: [.one("FILE", .file)], options: [keepGoing, echo],
        places: [.program],
        details: """
            Runs the lines as if they were typed, and stops at the first line that fails. A question is an error that names the
            option to use instead. "-" is standard input. $draft is the draft that was opened or saved last, $outbox the
            message that was queued last, and $last the last message in the list.
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
        console.noteCharset(of: octets, in: name)
        return console.run(script: TextLines.of(octets), named: name, invocation)
    }

    static let keepGoing = Option("keep-going", summary: "continue after a line that fails")
    static let echo = Option("echo", summary: "print each line to standard error before running it")
}

extension Console {
    mutating func run(script lines: [String], named name: String, _ invocation: Invocation) -> ExitCode {
        var start = PromptLifecycle(
            reading(lines), script: name, keepsGoing: invocation.has("keep-going"), echoes: invocation.has("echo"))
        let code = start.run()
        (output, errors) = (start.console.output, start.console.errors)
        return code
    }
}
