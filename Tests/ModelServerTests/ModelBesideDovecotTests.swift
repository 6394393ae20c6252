import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import Network
import Platform
import Testing

/// Serialized: Dovecot may refuse one of two mailboxes that a user creates at the same time.
@Suite("Model server compared with Dovecot", .serialized, .timeLimit(.minutes(5)), .holds("Y07"))
struct ModelBesideDovecotTests {
    static let servers = ["dovecot", "dovecot-noqresync", "dovecot-nocondstore"]

    private static func profile(_ server: String) -> ModelProfile {
        switch server {
        case "dovecot-noqresync": .dovecot.without("QRESYNC")
        case "dovecot-nocondstore": .dovecot.without("QRESYNC", "CONDSTORE")
        default: .dovecot
        }
    }

    @Test(
        "The model server and Dovecot give the same answers", .needs(server: "dovecot"), arguments: servers,
        (1...5).map { UInt64($0) })
    func conversations(_ server: String, _ seed: UInt64) async throws {
        let model = ModelFixture(Self.profile(server))
        try await model.signIn()
        let real = try await Self.dovecot(server)
        let modelLines = try await Self.lines(model.client, seed)
        let realLines = try await Self.lines(real, seed)
        #expect(modelLines.count == realLines.count, "PETREL_SEED=\(seed)")
        let difference = zip(modelLines, realLines).enumerated().first { $0.element.0 != $0.element.1 }
        #expect(difference?.element.0 == difference?.element.1, "PETREL_SEED=\(seed), line \(difference?.offset ?? 0)")
        #expect(model.server.violations == [])
    }

    @Test(
        "Both report the selected mailbox as the client last saw it", .needs(server: "dovecot"), arguments: servers)
    func statusOfSelectedMailbox(_ server: String) async throws {
        let model = ModelFixture(Self.profile(server))
        let otherOfModel = ModelFixture(model.server)
        for fixture in [model, otherOfModel] { try await fixture.signIn() }
        let counts = try await Self.countsOfSelectedMailbox(model.client, changedBy: otherOfModel.client)
        #expect(counts == [0, 0, 1])
        let (client, other) = (try await Self.dovecot(server), try await Self.dovecot(server))
        #expect(try await Self.countsOfSelectedMailbox(client, changedBy: other) == counts)
        for client in [client, other] { await client.close() }
    }

    /// Returns the number of messages that STATUS reports before another client adds one, afterwards, and after NOOP.
    private static func countsOfSelectedMailbox(
        _ client: IMAPClient, changedBy other: IMAPClient
    ) async throws -> [UInt32?] {
        let mailbox = ModelFixture.mailbox("model-\(UInt64.random(in: 0 ... .max))")
        try await client.run(.create(mailbox, nil))
        _ = try await client.select(SelectCommand(mailbox))
        var counts = [try await client.status(of: mailbox, [.messages])?.messages]
        _ = try await other.append(Array(ModelFixture.text(1).utf8), to: mailbox, [])
        counts.append(try await client.status(of: mailbox, [.messages])?.messages)
        try await client.run(.noop)
        counts.append(try await client.status(of: mailbox, [.messages])?.messages)
        // Dovecot disconnects a client whose selected mailbox is deleted.
        try await client.run(.unselect)
        try await client.run(.delete(mailbox))
        return counts
    }

    private static func lines(_ client: IMAPClient, _ seed: UInt64) async throws -> [String] {
        let number = UInt64.random(in: 0 ... .max)
        let mailboxes = ["a", "b"].map { ModelFixture.mailbox("model-\(seed)-\(number)-\($0)") }
        for mailbox in mailboxes { try await client.run(.create(mailbox, nil)) }
        var random = RandomClient(client, mailboxes, seed: seed)
        try await random.run(60)
        if await client.capabilities.contains(.unselect) { try await client.run(.unselect) }
        for mailbox in mailboxes { try await client.run(.delete(mailbox)) }
        await client.close()
        return random.lines
    }

    private static func dovecot(_ server: String) async throws -> IMAPClient {
        let servers = try #require(RealServers.shared)
        let user = try #require(servers.users.first)
        let endpoint = Endpoint(
            host: "localhost", port: try servers.port("imaps", of: server), security: .implicitTLS)
        let stream = try await NetworkAccess.network().connect(endpoint, Array(servers.authorities.utf8))
        let client = IMAPClient(stream, .implicitTLS, clock: SystemClock())
        try await client.open()
        try await client.logIn(user: Array(user.name.utf8), password: Password(Array(user.password.utf8)))
        return client
    }
}
