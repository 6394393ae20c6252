public import Foundation
import Testing

/// A program with its own terminal, as in a new window.
public struct TerminalProgram {
    public let identifier: pid_t

    /// `environment` replaces the inherited environment. Bytes that the program writes to its descriptor 3 go to
    /// `told`.
    public init(
        _ terminal: PseudoTerminal, _ arguments: [String], environment: [String: String]? = nil, told: Int32? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // The threads of tests block signals.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // The parent process may ignore some signals, as a shell does for background jobs. A new window ignores none.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // 0x80 is POSIX_SPAWN_SETSID. The first terminal to be opened then becomes the controlling terminal.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | 0x80)
        if let told { posix_spawn_file_actions_adddup2(&actions, told, 3) }
        posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var words = arguments.map { strdup($0) } + [nil]
        var variables = (environment ?? ProcessInfo.processInfo.environment).map { strdup("\($0)=\($1)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var identifier: pid_t = 0
        try #require(posix_spawn(&identifier, arguments[0], &actions, &attributes, &words, &variables) == 0)
        self.identifier = identifier
    }

    /// Returns the path of a program that was built together with the tests.
    public static func program(_ name: String) -> String {
        ProjectFiles.petrel.deletingLastPathComponent().appending(path: name).path
    }

    public func kill(_ signal: Int32) {
        Glibc.kill(identifier, signal)
    }

    /// Waits for the program and returns its exit code, or `nil` if a signal ended it. Kills it after ten seconds.
    public func wait() -> Int32? {
        var status: Int32 = 0
        let end = Date(timeIntervalSinceNow: 10)
        while waitpid(identifier, &status, WNOHANG) == 0 {
            if end < Date() { kill(SIGKILL) }
            usleep(1000)
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
