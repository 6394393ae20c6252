internal import Disk
internal import Processes
internal import Terminal

extension Console {
    /// Runs a command of the user's in the shell, on the terminal, and notes how it ended if it failed.
    mutating func shell(_ command: [UInt8]) throws(CommandFailure) {
        if let problem = try problem(ofShell: command, []) { note("It \(problem).") }
    }

    /// Runs a command of the user's in the shell, on the terminal. `arguments` are its `$1` and so on. Returns how it
    /// ended, if it failed.
    mutating func problem(
        ofShell command: [UInt8], _ arguments: [[UInt8]]
    ) throws(CommandFailure) -> String? {
        output.flush()
        errors.flush()
        return switch ChildProcess.run(shell: command, arguments, environment) {
        case .exited(0): nil
        case .exited(let code): "ended with \(code)"
        case .killed(let signal): "was ended by signal \(signal)"
        case .notStarted(let code):
            throw CommandFailure(.unavailable, "cannotRun", FileError(.open, "/bin/sh", code: code).description)
        }
    }
}
