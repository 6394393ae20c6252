internal import Disk
internal import Terminal

/// The program as a whole: a command line in, an exit code out.
public enum Program {
    /// `arguments` are those of the process, its name first, as octets.
    public static func run(_ arguments: [[UInt8]]) -> Int32 {
        let arguments = Array(arguments.dropFirst())
        var command: Command?
        do throws(UsageError) {
            let invocation = try Invocation(arguments, &command)
            return try invocation.command.run(invocation).rawValue
        } catch {
            let exitCode = report(error, of: command, asJSON: Invocation.wantsJSON(arguments))
            complain(error.message)
            return exitCode.rawValue
        }
    }

    private static func report(_ error: UsageError, of command: Command?, asJSON: Bool) -> ExitCode {
        guard asJSON else { return .usage }
        var json = JSONWriter(.standardOutput)
        json.object { json in
            json.begin(command: command?.name, ok: false)
            json.error(code: "usage", message: error.message)
        }
        json.endLine()
        return finish(&json.output, .usage)
    }

    /// Sends off what was written, and says so where that failed. Nothing is said to a reader that has gone.
    static func finish(_ output: inout Output, _ exitCode: ExitCode) -> ExitCode {
        output.flush()
        guard let failure = output.failure else { return exitCode }
        if !output.isBroken { complain(FileError.writing("standard output", code: failure).description) }
        return .inputOutput
    }

    /// One line to standard error, behind the name of the program.
    static func complain(_ message: String) {
        var output = Output.standardError
        output.write("petrel: \(InertText.line(message))\n")
        output.flush()
    }
}

extension JSONWriter {
    /// The members that every object begins with.
    mutating func begin(command: String?, ok: Bool) {
        key("v")
        number(1)
        key("cmd")
        string(command)
        key("ok")
        bool(ok)
    }

    mutating func error(code: String, message: String) {
        key("error")
        object { json in
            json.key("code")
            json.string(code)
            json.key("message")
            json.string(message)
        }
    }
}
