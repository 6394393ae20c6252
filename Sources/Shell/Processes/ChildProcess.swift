private import Glibc
public import Surroundings

/// Another program, run on the same terminal while this one waits, or asked something apart from it [posix_spawn(3)].
public enum ChildProcess {
    /// How it ended.
    public enum End: Hashable, Sendable {
        case exited(Int32)
        case killed(Int32)
        /// It was not started; the value is an errno.
        case notStarted(Int32)

        public var isSuccess: Bool { self == .exited(0) }

        /// As waitpid(2) gives it.
        init(status: Int32) {
            let signal = status & 0x7F
            self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
        }
    }

    /// Runs a command of the user's by the shell. `arguments` are its `$1`, `$2`, …: no shell looks into them.
    ///
    /// What this program ignores or handles itself, interrupts among it, is as usual in the child; this program is not
    /// interrupted meanwhile.
    public static func run(
        shell command: [UInt8], _ arguments: [[UInt8]] = [], _ environment: Environment
    ) -> End {
        let words = [Array("/bin/sh".utf8), Array("-c".utf8), command, Array("sh".utf8)] + arguments
        return withInterruptsIgnored { spawn(words, environment) }
    }

    private static func spawn(_ words: [[UInt8]], _ environment: Environment) -> End {
        let (child, failure) = start(words, environment)
        return failure == 0 ? end(of: child) : .notStarted(failure)
    }

    /// Where a child reads and writes that has nothing to do with the terminal.
    struct Pipes {
        let input: Int32
        let output: Int32
    }

    /// Starts a program; `failure` is an errno, or 0. With `pipes` it has a session of its own, and no terminal.
    static func start(
        _ words: [[UInt8]], _ environment: Environment, _ pipes: Pipes? = nil
    ) -> (child: Int32, failure: Int32) {
        var attributes = posix_spawnattr_t()
        var files = unsafe posix_spawn_file_actions_t()
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { return (0, ENOMEM) }
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        guard unsafe posix_spawn_file_actions_init(&files) == 0 else { return (0, ENOMEM) }
        defer { unsafe _ = posix_spawn_file_actions_destroy(&files) }
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
        if let pipes {
            flags |= ownSession
            unsafe posix_spawn_file_actions_adddup2(&files, pipes.input, STDIN_FILENO)
            unsafe posix_spawn_file_actions_adddup2(&files, pipes.output, STDOUT_FILENO)
            unsafe posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        unsafe posix_spawnattr_setflags(&attributes, flags)
        var child: pid_t = 0
        let failure = unsafe withPointers(to: words) { arguments in
            unsafe withPointers(to: environment.entries) { variables in
                unsafe posix_spawn(&child, "/bin/sh", &files, &attributes, arguments, variables)
            }
        }
        return (child, failure)
    }

    /// POSIX_SPAWN_SETSID, a macro that Swift does not see.
    private static let ownSession: Int16 = 0x80

    /// Waits for it.
    static func end(of child: Int32) -> End {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return .notStarted(errno) }
        }
        return End(status: status)
    }

    /// Ctrl-C on the terminal reaches both programs, and is meant for the other one.
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

    /// Calls `body` with the octets as the system wants them: each ended by NUL, and nil behind the last.
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
