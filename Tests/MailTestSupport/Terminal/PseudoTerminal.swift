public import Foundation
import Testing

/// Both ends of a pseudoterminal: the program has one, and the test the other as its user [pty(7)].
public final class PseudoTerminal {
    /// The user's end, or -1 once it is closed.
    public private(set) var seat: Int32
    /// The program's end, for its input and output.
    public let line: Int32
    public let path: String
    public private(set) var written: [UInt8] = []

    public init(columns: UInt16 = 40, rows: UInt16 = 10) throws {
        seat = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var lock: Int32 = 0
        var number: UInt32 = 0
        // TIOCSPTLCK and TIOCGPTN, as function-like macros, are not imported by Swift.
        try #require(ioctl(seat, 0x4004_5431, &lock) == 0 && ioctl(seat, 0x8004_5430, &number) == 0)
        path = "/dev/pts/\(number)"
        line = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(line >= 0)
        resize(columns: columns, rows: rows)
    }

    deinit {
        hangUp()
        close(line)
    }

    public func hangUp() {
        if seat >= 0 { close(seat) }
        seat = -1
    }

    public func resize(columns: UInt16, rows: UInt16 = 10) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(seat, UInt(TIOCSWINSZ), &size)
    }

    /// All settings as raw bytes.
    public var settings: [UInt8] {
        var settings = termios()
        tcgetattr(line, &settings)
        return withUnsafeBytes(of: settings) { Array($0) }
    }

    public func type(_ text: String) {
        type(octets: Array(text.utf8))
    }

    public func type(octets: [UInt8]) {
        #expect(write(seat, octets, octets.count) == octets.count)
    }

    /// Reads the output that is available, waiting at most `milliseconds` for some of it.
    @discardableResult
    public func look(milliseconds: Int32 = 0) -> Bool {
        var request = pollfd(fd: seat, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return false }
        var octets = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(seat, &octets, octets.count)
        if count > 0 { written += octets[..<count] }
        return count > 0
    }

    /// Reads all output written so far. Output arrives in order, but not at once. A program that is still running may
    /// have written more after that.
    public func drain() {
        var end: UInt8 = 0
        write(line, &end, 1)
        while !written.contains(end), look(milliseconds: 10_000) {}
        let place = written.lastIndex(of: end)
        #expect(place != nil)
        if let place { written.remove(at: place) }
    }

    /// Reads until `text` appears after everything waited for before. Returns false after ten seconds without output.
    public func wait(for text: String) -> Bool {
        while true {
            let all = String(decoding: written, as: UTF8.self)
            if let range = all.range(of: text) {
                written = Array(all[range.upperBound...].utf8)
                return true
            }
            if !look(milliseconds: 10_000) { return false }
        }
    }
}

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
