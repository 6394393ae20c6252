import Foundation
import Glibc
import MailTestSupport
import Testing

@testable import EndToEndSupport

/// A user who types while setup waits for servers that accept connections and never answer.
@Suite("Typing while setup signs in", .onOwnThreads, .timeLimit(.minutes(3)), .holds("PX7"))
struct TypingDuringSetupTests {
    private static let early = "canary-typed-early"

    private let home: SampleHome
    private let terminal: PseudoTerminal
    private let server: SilentServer
    private let settings: [UInt8]

    init() throws {
        home = try SampleHome(isEmpty: true)
        terminal = try PseudoTerminal(columns: 100, rows: 50)
        server = try SilentServer()
        settings = terminal.settings
    }

    /// Starts setup, and answers its questions until it signs in and echoes nothing.
    private func signIn(_ arguments: [String]) throws -> TerminalProgram {
        let program = try TerminalProgram(
            terminal, arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": home.directory.path, "TERM": "xterm",
                "PETREL_HOME": home.directory.path,
            ])
        let answers = [
            ("screen reader", "n"), ("Your name", "Kim"), ("Your e-mail address", "kim@example.net"),
            ("Type a number", "2"), ("reading mail", "imaps://127.0.0.1:\(server.port)"),
            ("sending mail", "smtps://127.0.0.1:\(server.port)"), ("User name", ""),
            ("Password for", "canary-password"),
        ]
        for (question, answer) in answers {
            try #require(terminal.wait(for: question), "\(question)")
            terminal.type(answer + "\r")
        }
        try #require(terminal.wait(for: "Signing in at"))
        try #require(waitForSettings { $0 != settings })
        return program
    }

    private func waitForSettings(_ condition: ([UInt8]) -> Bool) -> Bool {
        for _ in 0..<10_000 {
            terminal.look()
            if condition(terminal.settings) { return true }
            usleep(1000)
        }
        return false
    }

    @Test("What is typed is not shown, and does not answer the next question")
    func discarded() throws {
        let program = try signIn([ProjectFiles.petrel.path, "setup"])
        terminal.type(Self.early + "\r2\r")
        usleep(200_000)
        server.close()
        let begin = terminal.written.count
        while !shown(from: begin).contains("Type a number"), terminal.look(milliseconds: 10_000) {}
        usleep(300_000)
        terminal.drain()
        let text = String(decoding: terminal.written, as: UTF8.self)
        #expect(text.contains("What now?") && !text.contains(Self.early), "\(text)")
        #expect(!text.contains("Save the account"), "\(text)")
        terminal.type("quit\r")
        #expect(terminal.wait(for: "Nothing was saved."))
        #expect(program.wait() == 0)
        #expect(terminal.settings == settings)
    }

    private func shown(from begin: Int) -> String {
        String(decoding: terminal.written[begin...], as: UTF8.self)
    }

    @Test("A signal that ends petrel restores the terminal first", arguments: [SIGINT, SIGTERM, SIGHUP])
    func ended(_ signal: Int32) throws {
        let program = try signIn([ProjectFiles.petrel.path, "setup"])
        program.kill(signal)
        #expect(program.wait() == nil)
        #expect(terminal.settings == settings)
    }

    @Test("Ctrl-Z restores the terminal until petrel is continued, and Ctrl-C ends it")
    func stopped() throws {
        let job = "set -m; \"$0\" setup; echo stopped with $?; read word; fg"
        let program = try signIn(["/bin/sh", "-c", job, ProjectFiles.petrel.path])
        terminal.type("\u{1A}")
        #expect(terminal.wait(for: "stopped with"))
        #expect(terminal.settings == settings)
        terminal.type("\r")
        #expect(waitForSettings { $0 != settings })
        terminal.type(Self.early + "\u{3}")
        // The shell ends with its job.
        #expect(program.wait() == nil)
        #expect(terminal.settings == settings)
        #expect(!String(decoding: terminal.written, as: UTF8.self).contains(Self.early))
    }
}

/// Accepts connections on loopback and sends nothing, until it is closed.
private final class SilentServer {
    let port: UInt16
    private var listener: Int32

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (listener, length) = (listener, size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                bind(listener, general, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, general, &size) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close() }

    /// Resets the connections.
    func close() {
        if listener >= 0 { Glibc.close(listener) }
        listener = -1
    }
}
