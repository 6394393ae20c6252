internal import Disk
internal import Processes
internal import Terminal

extension Console {
    /// Runs a command of the user's in the shell, on the terminal. `arguments` are its `$1` and so on.
    mutating func shell(_ command: [UInt8], _ arguments: [[UInt8]] = []) throws(CommandFailure) {
        output.flush()
        errors.flush()
        let end = ChildProcess.run(shell: command, arguments, environment)
        switch end {
        case .exited(0): break
        case .exited(let code): note("It ended with \(code).")
        case .killed(let signal): note("It was ended by signal \(signal).")
        case .notStarted(let code):
            throw CommandFailure(.unavailable, "cannotRun", FileError(.open, "/bin/sh", code: code).description)
        }
    }
}
