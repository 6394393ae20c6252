internal import Terminal

/// The program as a whole: a command line in, an exit code out.
public enum Program {
    /// `arguments` are those of the process, its name first, as octets.
    public static func run(_ arguments: [[UInt8]]) -> Int32 {
        let arguments = Array(arguments.dropFirst())
        do {
            let invocation = try Invocation(arguments)
            return invocation.command.run(invocation).rawValue
        } catch {
            report(error, asJSON: Invocation.wantsJSON(arguments))
            return ExitCode.usage.rawValue
        }
    }

    private static func report(_ error: UsageError, asJSON: Bool) {
        if asJSON {
            var json = JSONWriter(.standardOutput)
            json.object { json in
                json.key("v")
                json.number(1)
                json.key("cmd")
                json.null()
                json.key("ok")
                json.bool(false)
                json.error(code: "usage", message: error.message)
            }
            json.endLine()
            json.flush()
        }
        complain(error.message)
    }

    /// One line to standard error, behind the name of the program.
    static func complain(_ message: String) {
        var output = Output.standardError
        output.write("petrel: \(InertText.line(message))\n")
        output.flush()
    }
}

extension JSONWriter {
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
