private import CLinux
private import Glibc
public import Platform

/// Runs a program that prints its result on standard output and reports about its work on a descriptor of its own, as
/// gpg and gpgsm do with --status-fd.
///
/// The program gets its input, and any other files, from memory: nothing is written to the disk. It runs in a new
/// session like one of `ProgramOutput`, and its standard error is discarded.
public enum StatusReportingProgram {
    /// The number of the descriptor on which the program reports.
    public static let statusDescriptor = 3
    /// The number of the descriptor of the first of `files`.
    public static let firstFile = 4
    /// The maximum length of a report in bytes.
    public static let longestReport = 1 << 20

    public struct Result: Sendable {
        public let output: [UInt8]
        public let report: [UInt8]
        public let end: ChildProcess.End
    }

    /// Runs a program without a shell until it exits, whatever its exit status is. `files` are readable as /dev/fd/4,
    /// /dev/fd/5 and so on. `isStopped` is asked many times a second; if it returns true, the program is killed and
    /// counts as killed by SIGINT.
    public static func run(
        _ words: [[UInt8]], input: [UInt8], files: [[UInt8]] = [], _ environment: Environment,
        within limit: Duration, atMost maximum: Int, isStopped: () -> Bool = { false }
    ) throws(ProgramOutput.Failure) -> Result {
        var open: [Int32] = []
        defer { for descriptor in open { close(descriptor) } }
        func keep(_ descriptor: Int32) throws(ProgramOutput.Failure) -> Int32 {
            let high = fcntl(descriptor, F_DUPFD_CLOEXEC, lowestOwn)
            let code = errno
            close(descriptor)
            guard high >= 0 else { throw .failed(.notStarted(code)) }
            open.append(high)
            return high
        }
        let given = try keep(ProgramOutput.file(of: input))
        var others: [Int32] = []
        let (output, outputEnd) = try pipe()
        defer { close(output) }
        let written = try keep(outputEnd)
        let (status, statusEnd) = try pipe()
        defer { close(status) }
        others.append(try keep(statusEnd))
        for file in files { others.append(try keep(ProgramOutput.file(of: file))) }
        let child: Int32
        do throws(SpawnFailure) {
            child = try ChildProcess.start(
                words, environment, ChildProcess.Ends(input: given, output: written, others: others))
        } catch {
            throw .failed(.notStarted(error.code))
        }
        for descriptor in open { close(descriptor) }
        open = []
        var work = RunningProgram(
            child: child, streams: [Stream(output, atMost: maximum), Stream(status, atMost: longestReport)])
        let end = try work.finish(within: limit, isStopped)
        return Result(output: work.streams[0].octets, report: work.streams[1].octets, end: end)
    }

    /// Higher than the descriptors that the program gets, so that none is replaced before it is passed on.
    private static let lowestOwn: Int32 = 32

    private static func pipe() throws(ProgramOutput.Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe linux_pipe(&ends) == 0 else { throw .failed(.notStarted(errno)) }
        // The program expects a blocking descriptor.
        _ = fcntl(ends[1], F_SETFL, 0)
        return (ends[0], ends[1])
    }

    /// What was read from a descriptor so far.
    fileprivate struct Stream {
        let descriptor: Int32
        let maximum: Int
        var octets: [UInt8] = []
        var hasEnded = false

        init(_ descriptor: Int32, atMost maximum: Int) {
            self.descriptor = descriptor
            self.maximum = maximum
        }

        var isTooLong: Bool { octets.count > maximum }

        mutating func read() {
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            while !hasEnded, !isTooLong {
                let count = unsafe Glibc.read(descriptor, &piece, piece.count)
                if count > 0 {
                    octets += piece[..<count]
                } else if count == 0 {
                    hasEnded = true
                } else if errno == EAGAIN {
                    return
                } else if errno != EINTR {
                    hasEnded = true
                }
            }
        }
    }

    private struct RunningProgram {
        /// The interval in milliseconds between checks whether the program has exited.
        private static let pause: Int32 = 20

        let child: Int32
        var streams: [Stream]

        mutating func finish(
            within limit: Duration, _ isStopped: () -> Bool
        ) throws(ProgramOutput.Failure) -> ChildProcess.End {
            let clock = SystemClock()
            let end = clock.elapsed() + limit
            while true {
                let status = ChildProcess.status(of: child, waiting: false)
                for index in streams.indices { streams[index].read() }
                if streams.contains(where: \.isTooLong) {
                    if status == nil { stop() }
                    throw .tooLong
                }
                if let status { return status }
                if isStopped() {
                    stop()
                    return .killed(SIGINT)
                }
                if clock.elapsed() >= end {
                    stop()
                    throw .timedOut
                }
                wait()
            }
        }

        /// Waits briefly for output. The end of the program need not make a pipe readable.
        private func wait() {
            var asked = streams.filter { !$0.hasEnded }.map {
                pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
            }
            unsafe _ = poll(&asked, nfds_t(asked.count), Self.pause)
        }

        /// Kills the program and its process group.
        private func stop() {
            kill(-child, SIGKILL)
            kill(child, SIGKILL)
            _ = ChildProcess.status(of: child, waiting: true)
        }
    }
}
