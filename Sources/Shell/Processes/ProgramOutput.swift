private import CLinux
private import Glibc
public import Platform

/// Runs a program without the terminal and returns its output: for passwords, tokens and suggested replies.
///
/// The program gets its input on standard input, its standard error is discarded, and it runs in a new session, so that
/// it can neither read from this terminal nor receive its signals. At the timeout it is killed together with its
/// process group.
public enum ProgramOutput {
    public enum Failure: Error, Hashable, Sendable {
        /// The program could not be started, exited with a nonzero status, or was killed.
        case failed(ChildProcess.End)
        /// The program was killed at the timeout.
        case timedOut
        /// The program printed more than the maximum.
        case tooLong
    }

    /// Returns the output of a user's shell command. `arguments` become `$1`, `$2`, …, which no shell expands. Returns
    /// when the command exits, even if it leaves processes behind.
    public static func of(
        shell command: [UInt8], _ arguments: [[UInt8]] = [], input: [UInt8] = [], _ environment: Environment,
        within limit: Duration, atMost maximum: Int
    ) throws(Failure) -> [UInt8] {
        let words = [ChildProcess.shell, Array("-c".utf8), command, Array("sh".utf8)] + arguments
        return try of(program: words, input: input, environment, within: limit, atMost: maximum)
    }

    /// Returns the output of a program, which is started without a shell. The first word is its name, looked up in PATH
    /// unless it has a slash, or the path.
    public static func of(
        program words: [[UInt8]], input: [UInt8] = [], _ environment: Environment, within limit: Duration,
        atMost maximum: Int
    ) throws(Failure) -> [UInt8] {
        let given = input.isEmpty ? nil : try file(of: input)
        defer { if let given { close(given) } }
        var ends: [Int32] = [-1, -1]
        guard unsafe linux_pipe(&ends) == 0 else { throw .failed(.notStarted(errno)) }
        // The command expects a blocking descriptor.
        _ = fcntl(ends[1], F_SETFL, 0)
        let child: Int32
        do throws(SpawnFailure) {
            child = try ChildProcess.start(words, environment, .init(input: given, output: ends[1]))
        } catch {
            close(ends[0])
            close(ends[1])
            throw .failed(.notStarted(error.code))
        }
        close(ends[1])
        defer { close(ends[0]) }
        var reading = Reading(child: child, descriptor: ends[0], maximum: maximum)
        return try reading.finish(within: limit)
    }

    /// Returns an in-memory file with these bytes, so that a command that does not read its input cannot block petrel.
    static func file(of octets: [UInt8]) throws(Failure) -> Int32 {
        let descriptor = linux_memory_file()
        guard descriptor >= 0 else { throw .failed(.notStarted(errno)) }
        var rest = octets[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else {
                let code = errno
                close(descriptor)
                throw .failed(.notStarted(code))
            }
            rest = rest.dropFirst(max(count, 0))
        }
        _ = lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    /// A running command and its output so far.
    private struct Reading {
        /// The interval in milliseconds between checks whether the command has exited.
        private static let pause: Int32 = 20

        let child: Int32
        let descriptor: Int32
        let maximum: Int
        private var output: [UInt8] = []
        private var hasEnded = false

        init(child: pid_t, descriptor: Int32, maximum: Int) {
            self.child = child
            self.descriptor = descriptor
            self.maximum = maximum
        }

        mutating func finish(within limit: Duration) throws(Failure) -> [UInt8] {
            let clock = SystemClock()
            let end = clock.elapsed() + limit
            while true {
                if let status = ChildProcess.status(of: child, waiting: false) {
                    // All output has been written. Other processes may keep the pipe open, which does not matter.
                    read()
                    if output.count > maximum { throw .tooLong }
                    guard status.isSuccess else { throw .failed(status) }
                    return output
                }
                if output.count > maximum {
                    stop()
                    throw .tooLong
                }
                if clock.elapsed() >= end {
                    stop()
                    throw .timedOut
                }
                wait()
                read()
            }
        }

        /// Waits briefly for output. The end of the command need not make the pipe readable.
        private func wait() {
            if hasEnded {
                _ = poll(nil, 0, Self.pause)
                return
            }
            var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            unsafe _ = poll(&asked, 1, Self.pause)
        }

        private mutating func read() {
            var piece = [UInt8](repeating: 0, count: 4096)
            while !hasEnded, output.count <= maximum {
                let count = unsafe Glibc.read(descriptor, &piece, piece.count)
                if count > 0 {
                    output += piece[..<count]
                } else if count == 0 {
                    hasEnded = true
                } else if errno == EAGAIN {
                    return
                } else if errno != EINTR {
                    hasEnded = true
                }
            }
        }

        /// Kills the command and its process group.
        private func stop() {
            kill(-child, SIGKILL)
            kill(child, SIGKILL)
            _ = ChildProcess.status(of: child, waiting: true)
        }
    }
}
