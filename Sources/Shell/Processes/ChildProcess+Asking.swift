private import CLinux
private import Glibc
public import Surroundings

extension ChildProcess {
    /// What came of asking a program something.
    public enum Answer: Hashable, Sendable {
        /// It ended well, and had written this to its standard output.
        case said([UInt8])
        /// It ended otherwise.
        case failed(End)
        /// It was stopped when its time was over.
        case tooSlow
        /// It was stopped when it had written more than was wanted.
        case tooLong
    }

    /// Runs a command of the user's by the shell, with `input` as its standard input. It has no terminal, and what it
    /// complains of goes nowhere. When `limit` is over, or it has written more than `size` octets, it is stopped together
    /// with whatever it started and has not left its session. May be called on any thread.
    public static func ask(
        shell command: [UInt8], _ input: [UInt8], within limit: Duration, atMost size: Int, _ environment: Environment
    ) -> Answer {
        let deadline = SuspendingClock.now + limit
        guard let question = Pipe() else { return .failed(.notStarted(errno)) }
        defer { question.close() }
        guard let answer = Pipe() else { return .failed(.notStarted(errno)) }
        defer { answer.close() }
        question.reading.block()
        answer.writing.block()
        let words = [Array("/bin/sh".utf8), Array("-c".utf8), command]
        let pipes = Pipes(input: question.reading.descriptor, output: answer.writing.descriptor)
        let (child, failure) = start(words, environment, pipes)
        guard failure == 0 else { return .failed(.notStarted(failure)) }
        question.reading.close()
        answer.writing.close()
        var conversation = Conversation(question.writing, answer.reading, input, deadline, size)
        if let trouble = conversation.hold() ?? conversation.waitForEnd(of: child) {
            // The shell leads the session that it was given, and so the group.
            kill(-child, SIGKILL)
            _ = end(of: child)
            return trouble
        }
        return conversation.result
    }
}

/// One end of a pipe, closed once.
private final class PipeEnd {
    private(set) var descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Whoever reads or writes here knows nothing of ends that do not wait.
    func block() {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    }

    func close() {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }
}

private struct Pipe {
    let reading: PipeEnd
    let writing: PipeEnd

    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe linux_pipe(&ends) == 0 else { return nil }
        (reading, writing) = (PipeEnd(ends[0]), PipeEnd(ends[1]))
    }

    func close() {
        reading.close()
        writing.close()
    }
}

/// What is written to a program, and what it writes, until it has no more to say.
private struct Conversation {
    private let toChild: PipeEnd
    private let fromChild: PipeEnd
    private var rest: ArraySlice<UInt8>
    private let deadline: SuspendingClock.Instant
    private let size: Int
    private var output: [UInt8] = []
    private(set) var result = ChildProcess.Answer.tooSlow

    /// Between two looks at a program that said all and has not ended yet.
    private static let pause = 2

    init(
        _ toChild: PipeEnd, _ fromChild: PipeEnd, _ input: [UInt8], _ deadline: SuspendingClock.Instant, _ size: Int
    ) {
        self.toChild = toChild
        self.fromChild = fromChild
        rest = input[...]
        self.deadline = deadline
        self.size = size
        if rest.isEmpty { toChild.close() }
    }

    /// Until the program has closed its output; why it is to be stopped, if it is.
    mutating func hold() -> ChildProcess.Answer? {
        while true {
            var requests = [
                pollfd(fd: fromChild.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: toChild.descriptor, events: Int16(POLLOUT), revents: 0),
            ]
            guard let left = milliseconds else { return .tooSlow }
            _ = unsafe poll(&requests, nfds_t(requests.count), left)
            if requests[1].revents != 0 { write() }
            if requests[0].revents != 0 {
                guard read() else { return nil }
                if output.count > size { return .tooLong }
            }
        }
    }

    /// Until it has ended.
    mutating func waitForEnd(of child: Int32) -> ChildProcess.Answer? {
        var status: Int32 = 0
        while true {
            let found = unsafe waitpid(child, &status, WNOHANG)
            if found == child { break }
            if found < 0, errno != EINTR { break }
            guard milliseconds != nil else { return .tooSlow }
            _ = poll(nil, 0, Int32(Self.pause))
        }
        let end = ChildProcess.End(status: status)
        result = end.isSuccess ? .said(output) : .failed(end)
        return nil
    }

    /// What is left of the time, rounded up.
    private var milliseconds: Int32? {
        let left = (deadline - SuspendingClock.now).components
        guard left.seconds > 0 || left.seconds == 0 && left.attoseconds > 0 else { return nil }
        return Int32(min(left.seconds, 3600) * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
    }

    /// A program that does not want to read the rest may have enough to answer: SIGPIPE ends nobody.
    private mutating func write() {
        var signals = sigset_t()
        var former = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, &former)
        let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(toChild.descriptor, $0.baseAddress, $0.count) }
        let isBroken = count < 0 && errno != EAGAIN && errno != EINTR
        if isBroken {
            var atOnce = timespec()
            _ = unsafe sigtimedwait(&signals, nil, &atOnce)
        }
        unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
        if count > 0 { rest = rest.dropFirst(count) }
        if rest.isEmpty || isBroken { toChild.close() }
    }

    /// False at the end.
    private mutating func read() -> Bool {
        var octets = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe Glibc.read(fromChild.descriptor, &octets, octets.count)
        if count > 0 { output += octets[..<count] }
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }
}
