import Foundation
import MailTestSupport
import Testing

/// A user at a terminal who types at petrel's prompt, with a stopped clock. Each piece is typed when petrel waits for
/// it, so that timing makes no difference.
final class PromptDriver {
    let terminal: PseudoTerminal
    private let program: TerminalProgram
    /// petrel writes to this when a line can be typed.
    private let told: Int32
    private let settings: [UInt8]
    /// All output, and where the output after the last piece begins.
    private(set) var shown: [UInt8] = []
    private var seen = 0

    /// The output after the last piece that was typed.
    var answer: [UInt8] { Array(shown[seen...]) }

    /// A shell that allows petrel to be stopped, and continues it at Enter.
    private static let job = "set -m; \"$0\"; echo stopped with $?; read word; fg; echo ended with $?"

    /// With `isJob`, petrel runs as a job of a shell.
    init(
        _ home: SampleHome, columns: UInt16 = 80, rows: UInt16 = 50, _ environment: [String: String] = [:],
        isJob: Bool = false
    ) throws {
        terminal = try PseudoTerminal(columns: columns, rows: rows)
        settings = terminal.settings
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        told = ends[0]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        let variables = [
            "PATH": "/usr/bin:/bin", "HOME": home.directory.path, "TERM": "xterm", "TZ": "UTC",
            "PETREL_HOME": home.directory.path,
        ]
        let probe = TerminalProgram.program("FixedClockPrompt")
        program = try TerminalProgram(
            terminal, isJob ? ["/bin/sh", "-c", Self.job, probe] : [probe],
            environment: variables.merging(environment) { $1 }, told: ends[1])
        try #require(waitForPrompt(), "petrel did not start: \(String(decoding: shown, as: UTF8.self))")
    }

    deinit {
        close(told)
        // The child must be reaped, because other code waits for any child that ends.
        if !isWaitedFor {
            program.kill(SIGKILL)
            _ = program.wait()
        }
    }

    /// Types a piece, and returns when petrel waits for the next line or has ended.
    @discardableResult
    func type(octets: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> [UInt8] {
        seen = terminal.written.count
        terminal.type(octets: octets)
        if !waitForPrompt(), !isOver {
            let text = String(decoding: octets, as: UTF8.self).debugDescription
            Issue.record("no prompt after \(text)", sourceLocation: sourceLocation)
        }
        return answer
    }

    /// The same for a line.
    @discardableResult
    func enter(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) -> [UInt8] {
        type(octets: Array((line + "\r").utf8), sourceLocation: sourceLocation)
    }

    /// The same for a line with pasted text, in the markers of the terminal.
    @discardableResult
    func enter(_ line: String, pasting octets: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) -> [UInt8] {
        let pasted = Array("\u{1B}[200~".utf8) + octets + Array("\u{1B}[201~\r".utf8)
        return type(octets: Array(line.utf8) + pasted, sourceLocation: sourceLocation)
    }

    /// Returns the exit code once petrel has ended.
    func end() -> Int32? {
        while !isOver, waitForPrompt() {}
        isWaitedFor = true
        return program.wait()
    }

    private var isWaitedFor = false
    /// Whether petrel has ended.
    private(set) var isOver = false

    /// Whether the terminal has its original settings.
    var isAsItWas: Bool { terminal.settings == settings }

    /// The bold prompt of the current line.
    var prompt: String {
        let text = String(decoding: shown, as: UTF8.self)
        return text.range(of: "\u{1B}[1m", options: .backwards).map { String(text[$0.lowerBound...]) } ?? ""
    }

    func kill(_ signal: Int32) {
        program.kill(signal)
    }

    /// Types keys that end no line, and returns when they are on the screen.
    func press(_ keys: String) {
        terminal.type(keys)
        #expect(terminal.wait(for: keys))
    }

    @discardableResult
    func type(_ keys: String) -> [UInt8] {
        type(octets: Array(keys.utf8))
    }

    /// Types the keys, and interrupts the command until there is a prompt again.
    func interrupt(after keys: String) -> String {
        seen = terminal.written.count
        terminal.type(keys)
        while !waitForPrompt(milliseconds: 50), !isOver { kill(SIGINT) }
        // The last interrupt may arrive when there already is a prompt, and end its line.
        while !isOver, waitForPrompt(milliseconds: 300) {}
        return String(decoding: answer, as: UTF8.self)
    }

    /// Returns false if petrel has ended or does not show a prompt in time.
    @discardableResult
    private func waitForPrompt(milliseconds: Int32 = 60_000) -> Bool {
        let deadline = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        while Date() < deadline {
            var requests = [
                pollfd(fd: told, events: Int16(POLLIN), revents: 0),
                pollfd(fd: terminal.seat, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&requests, 2, milliseconds) > 0 else { return false }
            if requests[1].revents & Int16(POLLIN) != 0 { terminal.look() }
            guard requests[0].revents != 0 else { continue }
            var octet: UInt8 = 0
            isOver = read(told, &octet, 1) != 1
            if isOver {
                while terminal.look() {}
            } else {
                terminal.drain()
            }
            shown = terminal.written
            return !isOver
        }
        return false
    }
}
