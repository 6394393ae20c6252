import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Connection faults of the model server", .holds("Y09", "Y19"))
struct ModelFaultTests {
    /// Runs a session with all kinds of commands. Returns whether the append was confirmed.
    private static func converse(_ fixture: ModelFixture) async throws(IMAPClientError) -> Bool {
        try await fixture.select()
        _ = try await fixture.everything()
        let uid = try await fixture.append(ModelFixture.text(7), to: "Sent", [.seen])
        _ = try await fixture.client.move(UIDSet(.first), to: ModelFixture.mailbox("Archive"))
        await fixture.client.close()
        return uid != nil
    }

    private static func server() -> ModelIMAPServer {
        let server = ModelIMAPServer(.dovecot)
        for number in 1...2 { server.deliver(ModelFixture.text(number)) }
        return server
    }

    @Test("The conversation is the same whatever the size of the pieces", arguments: [1, 2, 3, 7, 100])
    func pieces(_ piece: Int) async throws {
        var faults = ModelFaults()
        faults.piece = piece
        let fixture = ModelFixture(Self.server(), faults)
        #expect(try await Self.converse(fixture))
        #expect(fixture.server.violations == [])
    }

    @Test("A connection cut anywhere leaves no partial or duplicate message", arguments: ModelFaults.End.allCases)
    func cuts(_ end: ModelFaults.End) async throws {
        let whole = ModelFixture(Self.server())
        _ = try await Self.converse(whole)
        let counts = whole.connection.counts
        let places = (0..<counts.said).map { ModelFaults.Place.said($0) } + (0..<counts.heard).map { .heard($0) }
        for place in places {
            var faults = ModelFaults()
            faults.cut = place
            faults.end = end
            let fixture = ModelFixture(Self.server(), faults)
            let isSure = (try? await Self.converse(fixture)) ?? false
            let account = fixture.server.account
            let sent = fixture.server.mailbox("Sent")?.messages.count ?? 0
            #expect(sent <= 1 && (!isSure || sent == 1), "\(place)")
            #expect(account.names.reduce(0) { $0 + (account.mailboxes[$1]?.messages.count ?? 0) } == 2 + sent)
            #expect(fixture.server.violations == [], "\(place)")
        }
    }

    @Test("A refused command is not executed, and one with a lost answer is")
    func refusals() async throws {
        var faults = ModelFaults()
        faults.refusals[2] = "NO [OVERQUOTA] full"
        let refused = ModelFixture(Self.server(), faults)
        try await refused.select()
        await #expect(throws: IMAPClientError.self) { try await refused.append("a", to: "Sent") }
        #expect(refused.server.mailbox("Sent")?.messages.count == 0)
        #expect(try await refused.append("a", to: "Sent") != nil)

        faults = ModelFaults()
        faults.lostAnswers = [2]
        let lost = ModelFixture(Self.server(), faults)
        try await lost.select()
        await #expect(throws: IMAPClientError.self) { try await lost.append("a", to: "Sent") }
        #expect(lost.server.mailbox("Sent")?.messages.count == 1)
    }

    @Test("Refuses commands of one kind as often as requested")
    func verbs() async throws {
        let fixture = ModelFixture(Self.server())
        try await fixture.select()
        fixture.server.refuse("UID STORE", "NO [CANNOT] no", times: 2)
        let store = StoreCommand(UIDSet(.first), .add, [.seen])
        for _ in 0..<2 {
            await #expect(throws: IMAPClientError.self) { try await fixture.client.store(store) }
        }
        try await fixture.client.store(store)
        #expect(fixture.server.mailbox("INBOX")?.message(.first)?.flags == FlagSet([.seen]))
    }

    @Test("Random faults never make the client violate the protocol", arguments: 1...100)
    func chance(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let profile = ModelProfile.all.randomElement(using: &random) ?? .dovecot
        let fixture = ModelFixture(
            ModelIMAPServer(profile), ModelFaults(by: &random, octets: 20_000, commands: 60))
        let mailboxes = [EncodedMailboxName.inbox, ModelFixture.mailbox(profile.prefix + "Drafts")]
        fixture.server.create(profile.prefix + "Drafts")
        var client = RandomClient(fixture.client, mailboxes, seed: UInt64(seed))
        do {
            try await fixture.signIn()
            try await client.run(40)
        } catch is IMAPClientError {
            // The connection was cut, or the sign-in refused.
        }
        await fixture.client.close()
        #expect(fixture.server.violations == [], "PETREL_SEED=\(seed), \(profile)")
    }

    @Test("A refused synchronizing literal is never sent")
    func literals() async throws {
        var faults = ModelFaults()
        faults.refusals[2] = "NO [LIMIT] not now"
        let fixture = ModelFixture(ModelIMAPServer(.bare), faults)
        try await fixture.select()
        await #expect(throws: IMAPClientError.self) { try await fixture.append(ModelFixture.text(1), to: "Sent") }
        _ = try await fixture.append(ModelFixture.text(1), to: "Sent")
        #expect(fixture.server.mailbox("Sent")?.messages.count == 1)
        #expect(fixture.server.violations == [])
    }

    @Test(
        "A malformed command is a violation",
        arguments: [
            "A1 FETCH 1 FLAGS\r\n", "A1 UID FETCH 1 BODY[]\r\n", "A1 UID STORE 1 FLAGS (\\Seen)\r\n",
            "A1 UID STORE 1 +FLAGS (\\Recent)\r\n", "A1  NOOP\r\n", "A1 NOOP \r\n", "A1 NOOP\n", " NOOP\r\n",
            "A1 UID FETCH 0 (UID)\r\n", "A1 SELECT \"a\r\n", "A1 UID SEARCH RETURN (MIN) ALL\r\n",
            "A1 UID STORE 1 +FLAGS ()\r\n", "A1 UID FETCH 1 (UID  FLAGS)\r\n", "A1 LOGIN a b\r\n",
        ])
    func violations(_ line: String) async throws {
        let fixture = ModelFixture(.dovecot)
        try await fixture.select()
        try await fixture.connection.write(Array(line.utf8), within: .seconds(1))
        #expect(fixture.server.violations.count == 1)
    }
}
