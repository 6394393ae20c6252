public import MailClients

/// The program as a whole: a command line in, an exit code out.
public enum Program {
    /// Runs the program. `arguments` are the process's arguments as bytes, beginning with its name. If the name is
    /// `sendmail`, it is also the command.
    public static func run(_ arguments: [[UInt8]], reachingServersBy connections: NetworkAccess) -> Int32 {
        var console = Console.ofProcess(connections)
        return run(words(of: arguments), .program, on: &console).rawValue
    }

    private static func words(of arguments: [[UInt8]]) -> [[UInt8]] {
        let sendmail = Array("sendmail".utf8)
        let name = arguments.first?.split(separator: 0x2F).last.map { Array($0) }
        return (name == sendmail ? [sendmail] : []) + arguments.dropFirst()
    }

    /// Runs one command line. A failure is reported on standard error, and in JSON as an object too.
    static func run(_ words: [[UInt8]], _ table: CommandTable, on console: inout Console) -> ExitCode {
        var command: Command?
        do throws(CommandFailure) {
            let invocation = try Invocation(words, in: table, &command)
            console.configure(by: invocation)
            let exitCode = try invocation.command.run(invocation, &console)
            return console.finish(exitCode)
        } catch {
            if console.isJSON || Invocation.wantsJSON(words) { console.object(of: command?.name, error) { _ in } }
            let exitCode = console.finish(error.exitCode)
            console.printError(error.message)
            return exitCode
        }
    }
}
