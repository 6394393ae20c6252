import IMAPProtocol
import MailTestSupport
import MailTypes
import Network
import Platform
import SASL
import SMTPProtocol
import Synchronization
import Testing

@testable import MailClients

/// Submits mail to a server that delivers to Dovecot, and checks it there as it arrived. The model server stores it
/// itself.
@Suite(
    "Submission", .onOwnThreads, .timeLimit(.minutes(3)), .holds("Y15", "Y17", "Y19", "PS1", "PX1"))
struct SubmissionTests {
    private static let model = "model"
    /// The servers that run here. `AvailableServerTests` reports the others as skipped. Postfix requires root.
    static let servers =
        ["exim", "postfix"].filter { server in
            ["dovecot", server].allSatisfy { RealServers.shared?.has($0) == true }
        } + [model]

    /// The kinds of credentials that a server accepts, with the mechanism used for each.
    private static func signIns(_ server: String) -> [(kind: Credentials.Kind, mechanism: String)] {
        server == "postfix" ? [(.password, "SCRAM-SHA-256"), (.token, "OAUTHBEARER")] : [(.password, "PLAIN")]
    }

    private static func credentials(
        _ server: String, _ kind: Credentials.Kind, isRight: Bool = true
    ) throws -> Credentials {
        if server != model { return try IMAPServerUnderTest.credentials(kind, isRight: isRight) }
        let secret = try #require(Secret(Array((isRight ? "secret-kim" : "no-such-secret").utf8)))
        return try #require(Credentials(user: Array("kim".utf8), secret, kind))
    }

    private static let connections = NetworkAccess.network()
    private let inboxServer = IMAPServerUnderTest(name: "dovecot")

    private func client(
        of server: String, _ security: Endpoint.Security = .implicitTLS, as credentials: Credentials? = nil
    ) async throws -> SMTPClient {
        let (stream, endpoint) = try await stream(to: server, security)
        let user = if let credentials { credentials } else { try Self.credentials(server, .password) }
        // The model server answers at once, so its timeouts need no real clock.
        let clock: any Clock = server == Self.model ? ManualClock() : SystemClock()
        return SMTPClient(
            stream, to: endpoint, as: user, digest: .openSSL, nonce: IMAPServerUnderTest.nonce(), clock: clock)
    }

    private func stream(
        to server: String, _ security: Endpoint.Security
    ) async throws -> (any ByteStream, Endpoint) {
        if server == Self.model {
            return (
                ModelSubmissionServer.shared.connect(security),
                Endpoint(host: "mail.example.net", port: 465, security: security)
            )
        }
        let servers = try #require(RealServers.shared)
        let service = security == .implicitTLS ? "submissions" : "submission"
        let endpoint = Endpoint(
            host: "localhost", port: try servers.port(service, of: server), security: security)
        return (try await Self.connections.connect(endpoint, Array(servers.authorities.utf8)), endpoint)
    }

    private func address(_ text: String) throws -> EnvelopeAddress {
        try #require(EnvelopeAddress(EmailAddress(text)))
    }

    private func envelope(
        _ recipients: [String] = ["kim@example.net"], isPartial: Bool = false
    ) throws -> SMTPProtocol.Envelope {
        SMTPProtocol.Envelope(
            from: try address("kim@example.net"), to: try recipients.map { try address($0) },
            isPartialAllowed: isPartial)
    }

    /// Returns the messages in the inbox with that subject, once there are `count` of them.
    private func arrived(_ subject: String, by server: String, count: Int = 1) async throws -> [[UInt8]] {
        if server == Self.model {
            let messages = ModelSubmissionServer.shared.messages(with: subject)
            #expect(messages.count == count && ModelSubmissionServer.shared.faults == [], "\(subject)")
            return messages
        }
        let client = try await inboxServer.signedIn()
        _ = try await client.select(SelectCommand(.inbox))
        var found = UIDSet()
        let limit = ContinuousClock.now + .seconds(30)
        while found.count < count, ContinuousClock.now < limit {
            try await client.run(.noop)
            found = try await client.search(SearchCommand(.header("Subject", Array(subject.utf8))))
        }
        #expect(found.count == count, "\(subject)")
        let contents = found.isEmpty ? [] : try await client.contents(of: found, [.content(.whole)]).contents
        await client.close()
        return contents
    }

    @Test("Signs in with a password or token, over TLS and STARTTLS", .holds("M04"), arguments: servers)
    func signingIn(_ server: String) async throws {
        for security in [Endpoint.Security.implicitTLS, .startTLS] {
            for (kind, mechanism) in Self.signIns(server) {
                let client = try await client(of: server, security, as: try Self.credentials(server, kind))
                try await client.open()
                #expect(await client.serviceExtensions?.sizeLimit == 31_457_280)
                await client.close()
                let lines = await client.transcript.lines
                #expect(lines.contains("C: AUTH \(mechanism) <secret>"))
                #expect(lines.contains { $0.hasPrefix("S: 235") } && lines.last?.hasPrefix("S: 221") == true)
                #expect(lines.contains("-- TLS") == (security == .startTLS))
            }
            let stranger = try await client(
                of: server, security, as: try Self.credentials(server, .password, isRight: false))
            let failure = await #expect(throws: SMTPFailure.self) { try await stranger.open() }
            #expect(failure?.stage == .authentication && failure?.reach == .account && failure?.retry == .never)
        }
    }

    @Test("Lines with dots and long lines arrive unchanged", .holds("PS6"), arguments: servers)
    func content(_ server: String) async throws {
        let subject = "dots" + IMAPServerUnderTest.unique()
        let lines = [
            ".", "..", ".hidden", "...", "text", ".", "", ". ", String(repeating: "x", count: 998),
            "." + String(repeating: "y", count: 997), "Grüße, 日本", "\t. ", "QUIT", "RCPT TO:<leo@example.net>", ".",
        ]
        let message = sampleMessage(subject, body: lines.joined(separator: "\r\n") + "\r\n")
        let client = try await client(of: server)
        try await client.open()
        let report = await client.send(try envelope(), MessageSource(message)) { _ in }
        #expect(report.accepted.map(\.description) == ["kim@example.net"] && report.failure == nil)
        #expect(await client.transcript.lines.contains { $0.contains("BODY=8BITMIME") })
        await client.close()
        let there = try #require(try await arrived(subject, by: server).first)
        #expect(there.suffix(message.count) == message[...])
    }

    @Test("Sends to 100 recipients in one transaction", arguments: servers)
    func manyRecipients(_ server: String) async throws {
        let subject = "many" + IMAPServerUnderTest.unique()
        let names = (0..<100).map { "kim+\($0)@example.net" }
        let client = try await client(of: server)
        try await client.open()
        let journal = Mutex<[[String]]>([])
        let report = await client.send(try envelope(names), MessageSource(sampleMessage(subject))) { recipients in
            journal.withLock { $0.append(recipients.map(\.description)) }
        }
        #expect(report.accepted.map(\.description) == names && report.count == 1)
        #expect(journal.withLock { $0 } == [names])
        await client.close()
        _ = try await arrived(subject, by: server, count: 100)
    }

    @Test("A message that is too large is refused before any of it is sent", arguments: servers)
    func tooLarge(_ server: String) async throws {
        let client = try await client(of: server)
        try await client.open()
        let line = String(repeating: "a", count: 62) + "\r\n"
        let text = Array(String(repeating: line, count: 500_000).utf8)
        let source = MessageSource { offset, count throws(MessageSource.Failure) in
            Array(text[offset..<min(text.count, offset + count)])
        }
        let report = await client.send(try envelope(), source) { _ in Issue.record("written down") }
        #expect(report.accepted.isEmpty && report.unknown.isEmpty)
        #expect(report.failure?.reach == .message && report.failure?.retry == .never)
        #expect(await !client.transcript.lines.contains("C: DATA"))
        #expect(await client.isReusable)
        await client.close()
    }

    @Test(
        "Refused recipients are reported and decide whether the message is sent",
        arguments: servers)
    func refusedRecipients(_ server: String) async throws {
        let client = try await client(of: server, .startTLS)
        try await client.open()
        let verdicts: [(code: Int, retry: SMTPFailure.Retry)] = [
            (550, .never), (554, .never), (451, .later(after: nil)), (450, .later(after: nil)),
        ]
        for (code, retry) in verdicts {
            let names = ["kim@example.net", "\(code)@example.net"]
            let none = await client.send(
                try envelope(names), MessageSource(sampleMessage("nobody"))
            ) { _ in Issue.record("written down") }
            #expect(none.accepted.isEmpty && none.unknown.isEmpty, "\(code)")
            #expect(none.refused.values.map { Int($0.code) } == [code], "\(code)")
            #expect(none.failure?.retry == retry, "\(code)")
            let subject = "some" + IMAPServerUnderTest.unique()
            let some = await client.send(
                try envelope(names, isPartial: true), MessageSource(sampleMessage(subject))
            ) { _ in }
            #expect(some.accepted.map(\.description) == ["kim@example.net"], "\(code)")
            #expect(some.refused.keys.map(\.description) == ["\(code)@example.net"], "\(code)")
            _ = try await arrived(subject, by: server)
        }
        await client.close()
    }

    /// Expects that the server has accepted DATA but not yet replied to the message.
    private func expectBeforeLastDot(of client: SMTPClient, message number: Int) async {
        let lines = await client.transcript.lines
        #expect(lines.dropLast().last?.hasPrefix("S: 354") == true, "\(lines.suffix(3))")
        #expect(lines.last?.hasPrefix("C: <message, ") == true)
        #expect(lines.count { $0.hasPrefix("C: <message, ") } == number)
    }

    @Test(
        "Sends many messages over one connection, each committed before its final dot",
        arguments: servers)
    func phases(_ server: String) async throws {
        let client = try await client(of: server)
        try await client.open()
        let subject = "ten" + IMAPServerUnderTest.unique()
        for number in 0..<Self.messageCount {
            #expect(await client.isReusable)
            let written = Mutex<[EnvelopeAddress]>([])
            let source = MessageSource(sampleMessage(subject))
            let report = await client.send(try envelope(), source) { recipients in
                await expectBeforeLastDot(of: client, message: number + 1)
                written.withLock { $0 += recipients }
            }
            #expect(report.accepted == written.withLock { $0 } && report.accepted.count == 1)
            #expect(await client.transcript.lines.last?.hasPrefix("S: 250") == true)
        }
        await client.close()
        let messages = try await arrived(subject, by: server, count: Self.messageCount)
        #expect(Set(messages).count == Self.messageCount)
    }

    private static let messageCount = 10
}
