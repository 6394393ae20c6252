public import MailClients

/// The program as a whole: a command line in, an exit code out.
public enum Program {
    /// Runs the program. `arguments` are the process's arguments as bytes, beginning with its name. If the name is
    /// that of a program that petrel replaces, such as `sendmail`, it is also the command.
    public static func run(_ arguments: [[UInt8]], reachingServersBy connections: NetworkAccess) -> Int32 {
        var console = Console.ofProcess(connections)
        return run(words(of: arguments), .program, on: &console).rawValue
    }

    private static func words(of arguments: [[UInt8]]) -> [[UInt8]] {
        let name = arguments.first?.split(separator: 0x2F).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return (links[name] ?? []).map { Array($0.utf8) } + arguments.dropFirst()
    }

    /// The commands of programs that call petrel by another name [sendmail(1), mailq(1), newaliases(1)].
    private static let links = [
        "sendmail": ["sendmail"], "mailq": ["sendmail", "-bp"], "newaliases": ["sendmail", "-bi"],
    ]

    /// Runs one command line. A failure is reported on standard error, and in JSON as an object too.
    static func run(_ words: [[UInt8]], _ table: CommandTable, on console: inout Console) -> ExitCode {
        var command: Command?
        do throws(CommandFailure) {
            let invocation = try Invocation(words, in: table, &command)
            console.configure(by: invocation)
            try console.checkConfiguration(for: invocation)
            let exitCode = try console.perform(invocation)
            return console.finish(console.completed(exitCode))
        } catch {
            if console.isJSON || Invocation.wantsJSON(words) { console.object(of: command?.name, error) { _ in } }
            let exitCode = console.finish(error.exitCode)
            for line in error.lines { console.printError(line) }
            return exitCode
        }
    }
}
