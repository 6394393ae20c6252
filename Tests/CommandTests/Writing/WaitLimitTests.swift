import MailClients
import MailTestSupport
import ModelServer
import Platform
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL

/// A stream on which the server answers nothing more once the client has sent a command.
private actor StallingStream: ByteStream {
    private let stream: any ByteStream
    private let command: [UInt8]
    private var isStalled: Bool
    private var isClosed = false
    private let hasStalled: @Sendable () -> Void

    /// An empty command means that the server never answers. `hasStalled` is called from then on.
    init(_ stream: any ByteStream, at command: String, _ hasStalled: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.command = Array(command.utf8)
        isStalled = command.isEmpty
        self.hasStalled = hasStalled
    }

    var isEncrypted: Bool { get async { await stream.isEncrypted } }

    func read(atMost count: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        while isStalled {
            hasStalled()
            if isClosed || Task.isCancelled { throw .cancelled }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return try await stream.read(atMost: count, within: limit)
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        if isStalled { return }
        isStalled = octets.firstRange(of: command) != nil
        if isStalled { hasStalled() }
        try await stream.write(octets, within: limit)
    }

    func startTLS(within limit: Duration) async throws(StreamFailure) { try await stream.startTLS(within: limit) }

    func close() async {
        isClosed = true
        await stream.close()
    }
}

@Suite("The time limit of --wait", .onOwnThreads, .timeLimit(.minutes(2)), .holds("Y15", "PS5"))
struct WaitLimitTests {
    private let imap = ModelIMAPServer(.dovecot)
    private let smtp = RecordingSMTPServer()

    /// The answer to a command with this text, or all answers on a port.
    struct Stall: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let port: UInt16
        let command: String
        /// The limit. A copy is uploaded some seconds after it was stored here.
        var seconds = 4
    }

    private final class Answers: Sendable {
        let areMissing = Mutex(false)
    }

    private func connections(stalling stall: Stall, _ answers: Answers) -> NetworkAccess {
        let (mail, submission) = (imap.connections(), smtp.connections)
        return NetworkAccess { endpoint, authorities throws(StreamFailure) in
            let stream = try await (endpoint.port == 993 ? mail : submission).connect(endpoint, authorities)
            return endpoint.port == stall.port
                ? StallingStream(stream, at: stall.command) { answers.areMissing.withLock { $0 = true } } : stream
        }
    }

    private func send(stalling stall: Stall) throws -> CommandRun {
        let home = try SampleHome(isEmpty: true)
        // Of this provider, petrel knows that it uploads the copy.
        try home.addAccountOfModelServer(host: "imap.gmx.net")
        let answers = Answers()
        let begin = ContinuousClock.now
        let run = home.petrel(
            ["new", "-t", "ana@example.org", "-s", "Plan", "-m", "Hi", "--send", "--wait", "\(stall.seconds)"].map {
                Array($0.utf8)
            },
            reaching: connections(stalling: stall, answers), clock: SystemClock())
        #expect(answers.areMissing.withLock { $0 })
        // The server of the test answers late on a busy machine, but petrel waits for minutes without the limit.
        #expect(ContinuousClock.now - begin < .seconds(60), "\(run.text)\(run.errorText)")
        return run
    }

    @Test(
        "Holds for the copy in Sent, too: the message was sent, and petrel says what remains",
        arguments: [
            Stall(testDescription: "no greeting", port: 993, command: ""),
            Stall(testDescription: "no answer to SELECT", port: 993, command: "SELECT"),
            Stall(testDescription: "no answer to APPEND", port: 993, command: "APPEND", seconds: 25),
        ])
    func stalledIMAP(_ stall: Stall) throws {
        let run = try send(stalling: stall)
        #expect(smtp.accepted.count == 1)
        #expect(run.exitCode == .done && run.text.contains("sent o1"), "\(run.text)\(run.errorText)")
        #expect(
            run.errorText.contains(
                "The time was over before its copy was in Sent on the server. The next petrel sync or petrel watch stores "
                    + "it there."), "\(run.errorText)")
    }

    @Test("Holds for a server for sending that does not answer: the message stays queued")
    func stalledSMTP() throws {
        let run = try send(stalling: Stall(testDescription: "no greeting", port: 465, command: ""))
        #expect(smtp.accepted.isEmpty)
        #expect(run.exitCode == .temporaryFailure && run.text.contains("queued o1"), "\(run.text)\(run.errorText)")
        #expect(!run.errorText.contains("Offline"), "\(run.errorText)")
    }
}
