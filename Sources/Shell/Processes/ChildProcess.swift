private import CLinux
private import Glibc
public import Platform
private import Threads

/// Runs another program, either on the same terminal while petrel waits, or in a separate session [posix_spawn(3)].
public enum ChildProcess {
    /// How a program ended.
    public enum End: Hashable, Sendable {
        case exited(Int32)
        case killed(Int32)
        /// The program could not be started. The value is an errno.
        case notStarted(Int32)

        public var isSuccess: Bool { self == .exited(0) }

        /// Creates the value for a status of waitpid(2).
        init(status: Int32) {
            let signal = status & 0x7F
            self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
        }
    }

    /// Runs a user's command with the shell. `arguments` become `$1`, `$2`, …, which no shell expands.
    ///
    /// Signals that petrel ignores or handles, such as interrupts, have their default action in the child. petrel
    /// ignores interrupts meanwhile.
    public static func run(
        shell command: [UInt8], _ arguments: [[UInt8]] = [], _ environment: Environment
    ) -> End {
        let words = [shell, Array("-c".utf8), command, Array("sh".utf8)] + arguments
        return withInterruptsIgnored { spawn(words, environment) }
    }

    /// Runs a program with arguments, without a shell. The first word names it. Otherwise like `run(shell:)`.
    public static func run(_ words: [[UInt8]], _ environment: Environment) -> End {
        withInterruptsIgnored { words.isEmpty ? .notStarted(ENOENT) : spawn(words, environment) }
    }

    static let shell = Array("/bin/sh".utf8)

    private static func spawn(_ words: [[UInt8]], _ environment: Environment) -> End {
        do throws(SpawnFailure) {
            let child = try start(words, environment)
            return status(of: child, waiting: true) ?? .notStarted(ECHILD)
        } catch {
            return .notStarted(error.code)
        }
    }

    /// The input and output of a program that has no terminal.
    struct Ends {
        /// `nil` for empty input.
        let input: Int32?
        let output: Int32
        /// Further descriptors, which the program gets as 3, 4, …. Each must be higher than any number that it replaces.
        var others: [Int32] = []
    }

    /// Starts the program that the first word names. With `ends`, it runs in a new session with these as its input and output. Otherwise it
    /// inherits those of this process.
    static func start(
        _ words: [[UInt8]], _ environment: Environment, _ ends: Ends? = nil
    ) throws(SpawnFailure) -> Int32 {
        var attributes = posix_spawnattr_t()
        var actions = unsafe posix_spawn_file_actions_t()
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { throw SpawnFailure(code: ENOMEM) }
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { throw SpawnFailure(code: ENOMEM) }
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in [SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH, SIGCONT] {
            unsafe sigaddset(&signals, signal)
        }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        var flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        if let ends {
            flags |= linux_spawn_session
            if let input = ends.input {
                unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
            } else {
                unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            }
            unsafe posix_spawn_file_actions_adddup2(&actions, ends.output, STDOUT_FILENO)
            unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
            for (index, descriptor) in ends.others.enumerated() {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, STDERR_FILENO + 1 + Int32(index))
            }
        }
        unsafe posix_spawnattr_setflags(&attributes, flags)
        var child: pid_t = 0
        let failure = unsafe withPointers(to: withFormerDescriptorLimit(words)) { arguments in
            unsafe withPointers(to: environment.entries) { variables in
                guard let program = unsafe arguments[0] else { return ENOENT }
                return ProcessorReservation.withAllProcessors {
                    unsafe linux_start_program(&child, program, &actions, &attributes, arguments, variables)
                }
            }
        }
        guard failure == 0 else { throw SpawnFailure(code: failure) }
        if let former = DescriptorLimit.former, !isShellCommand(words) { linux_set_descriptor_limit(child, former) }
        return child
    }

    private static func isShellCommand(_ words: [[UInt8]]) -> Bool {
        words.count > 2 && words[0] == shell && words[1].elementsEqual("-c".utf8)
    }

    /// Returns the words of a shell command with the limit of descriptors that petrel began with. The shell sets it before
    /// it runs anything: posix_spawn(3) cannot, and petrel's own limit applies to all of its threads. The limit of another
    /// program is set as soon as it has started, which is early enough for it.
    private static func withFormerDescriptorLimit(_ words: [[UInt8]]) -> [[UInt8]] {
        guard let former = DescriptorLimit.former, isShellCommand(words) else { return words }
        var words = words
        words[2] = Array("ulimit -S -n \(former); ".utf8) + words[2]
        return words
    }

    /// Returns how a child ended, or `nil` if it is still running and the caller does not wait.
    static func status(of child: Int32, waiting: Bool) -> End? {
        var status: Int32 = 0
        while true {
            let ended = unsafe waitpid(child, &status, waiting ? 0 : WNOHANG)
            if ended == 0 { return nil }
            if ended > 0 { break }
            guard errno == EINTR else { return .notStarted(errno) }
        }
        return End(status: status)
    }

    /// Ctrl-C on the terminal reaches both programs, but is meant for the child.
    private static func withInterruptsIgnored(_ body: () -> End) -> End {
        var ignoring = sigaction()
        unsafe ignoring.__sigaction_handler.sa_handler = SIG_IGN
        var former = [sigaction(), sigaction()]
        let signals = [SIGINT, SIGQUIT]
        for (index, signal) in signals.enumerated() { unsafe sigaction(signal, &ignoring, &former[index]) }
        defer {
            for (index, signal) in signals.enumerated() { unsafe sigaction(signal, &former[index], nil) }
        }
        return body()
    }

    /// Calls `body` with the arguments as C strings, followed by a null pointer.
    private static func withPointers(
        to words: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
        for word in words {
            let text = word.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
            let copy = unsafe text.withUnsafeBufferPointer { unsafe strdup($0.baseAddress.unsafelyUnwrapped) }
            unsafe pointers.append(copy)
        }
        let count = unsafe pointers.count
        unsafe pointers.append(nil)
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            let result = unsafe body(buffer.baseAddress.unsafelyUnwrapped)
            for index in 0..<count { unsafe free(buffer[index]) }
            return result
        }
    }
}

/// A program that was not started; the value is an errno.
struct SpawnFailure: Error {
    let code: Int32
}
