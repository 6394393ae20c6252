import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Signals while a command waits for its message", .onOwnThreads, .timeLimit(.minutes(2)), .holds("C18"))
struct SignalWhileSendingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let signal: Int32
        let exitCode: Int32
        var testDescription: String { "signal \(signal)" }
    }

    static let rows = [
        Row(signal: SIGINT, exitCode: 130), Row(signal: SIGTERM, exitCode: 143), Row(signal: SIGHUP, exitCode: 129),
    ]

    /// Runs a program that gets signals, which the threads of tests block.
    private static let unblocking = """
        import os, signal, sys
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_DFL)
        os.execv(sys.argv[1], sys.argv[1:])
        """

    @Test("Says that the message waits and how to stop it, and exits with the usual code", arguments: rows)
    func waits(_ row: Row) throws {
        let home = try SampleHome(isEmpty: true)
        // Nothing answers connections to a socket that only listens.
        let silent = try SilentListener()
        try home.addAccount(
            "work",
            [
                "name": "Kim", "address": "kim@example.net", "smtp": "smtps://127.0.0.1:\(silent.port)",
                "passwordCommand": "echo secret",
            ])
        let errors = home.directory.appending(path: "errors")
        try Data().write(to: errors)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", Self.unblocking, ProjectFiles.petrel.path, "--home", home.directory.path, "new", "-t",
            "ben@example.org", "-s", "Plan", "-m", "Hi", "--send", "--wait",
            "60",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        while !silent.isReached(within: 100), process.isRunning {}
        kill(process.processIdentifier, row.signal)
        process.waitUntilExit()
        let said = try String(contentsOf: errors, encoding: .utf8)
        #expect(process.terminationReason == .exit && process.terminationStatus == row.exitCode, "\(said)")
        #expect(
            said.contains("Stopped. o1 waits in the outbox, and the next petrel sync, petrel watch or prompt sends it.")
        )
        #expect(said.contains("type: petrel outbox cancel o1"), "\(said)")
        #expect(try home.petrel("outbox", "--json").list("outbox").first?["sendState"] as? String == "queued")
        #expect(home.petrel("outbox", "cancel", "o1").exitCode == .done)
    }
}

/// A socket on loopback that accepts connections and never answers.
private final class SilentListener {
    struct Failure: Error {}

    private let descriptor: Int32
    let port: UInt16

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                bind(descriptor, general, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, general, &size) == 0
            }
        }
        guard isBound else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Waits until a connection is there. It stays in the queue.
    func isReached(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}
