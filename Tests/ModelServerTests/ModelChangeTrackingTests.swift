import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Change tracking of the model server", .holds("Y07", "Y08"))
struct ModelChangeTrackingTests {
    /// The state of a client that learns of changes only through QRESYNC.
    private struct Replica {
        var flags: [UID: FlagSet] = [:]
        var modSequence: ModSequence?

        mutating func take(_ fetched: IMAPFetched) {
            switch fetched {
            case .message(let message):
                if let uid = message.uid, let flags = message.flags { self.flags[uid] = flags }
            case .vanished(let uids): flags = flags.filter { !uids.contains($0.key) }
            case .content: break
            }
        }
    }

    @Test("A client that uses only QRESYNC sees all changes", arguments: 1...20)
    func resynchronization(_ seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let server = ModelIMAPServer(.dovecot)
        var replica = Replica()
        let fixture = ModelFixture(server)
        try await fixture.signIn()
        _ = try await fixture.client.enable([.qresync])
        for _ in 0..<10 {
            for _ in 0..<Int.random(in: 0...6, using: &random) { Self.edit(server, &random) }
            if Int.random(in: 0..<5, using: &random) == 0 { server.forgetExpunged("INBOX") }
            let uidValidity = try #require(server.mailbox("INBOX").flatMap { UIDValidity(rawValue: $0.uidValidity) })
            let how = replica.modSequence.map { SelectCommand.Resynchronization.qresync(uidValidity, $0) }
            let all = UIDSet(UID.first ... .last)
            var select = SelectCommand(.inbox)
            select.resynchronization = how ?? .condStore
            let mailbox = try await fixture.client.select(select) { replica.take($0) }
            if how == nil {
                try await fixture.client.fetch(FetchCommand(all, [.flags])) { replica.take($0) }
            }
            // Changes while it is selected are reported with the response to the next command.
            for _ in 0..<Int.random(in: 0...3, using: &random) { Self.edit(server, &random) }
            var command = FetchCommand(all, [.flags])
            command.changedSince = mailbox.highestModSequence
            command.includesVanished = true
            try await fixture.client.fetch(command) { replica.take($0) }
            replica.modSequence = server.mailbox("INBOX").flatMap { ModSequence(rawValue: $0.highestModSequence) }
            let there = server.mailbox("INBOX")?.messages.map { ($0.uid, $0.flags) } ?? []
            #expect(replica.flags == Dictionary(uniqueKeysWithValues: there), "PETREL_SEED=\(seed)")
            #expect(await fixture.client.mailbox?.messages == UInt32(there.count))
        }
        #expect(server.violations == [])
    }

    static func edit(_ server: ModelIMAPServer, _ random: inout SeededGenerator) {
        let uid = server.mailbox("INBOX")?.messages.randomElement(using: &random)?.uid
        guard let uid, Int.random(in: 0..<4, using: &random) > 0 else {
            server.deliver(ModelFixture.text(Int.random(in: 0..<1000, using: &random)))
            return
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: server.setFlags(uid, in: "INBOX", adding: [.seen])
        case 1: server.setFlags(uid, in: "INBOX", adding: [.flagged], removing: [.seen])
        case 2: server.move(uid, in: "INBOX", to: "Archive")
        default: server.expunge(UIDSet(uid), in: "INBOX")
        }
    }

    @Test("A rollback reports no later changes, and a new UIDVALIDITY disconnects clients")
    func otherLives() async throws {
        let fixture = ModelFixture(.dovecot)
        let server = fixture.server
        for number in 1...3 { server.deliver(ModelFixture.text(number)) }
        try await fixture.signIn()
        _ = try await fixture.client.enable([.qresync])
        server.rollBack("INBOX", to: try #require(ModSequence(rawValue: 2)))
        var heard = 0
        let uidValidity = try #require(UIDValidity(rawValue: 1001))
        var select = SelectCommand(.inbox)
        select.resynchronization = .qresync(uidValidity, try #require(ModSequence(rawValue: 4)))
        let mailbox = try await fixture.client.select(select) { _ in heard += 1 }
        #expect(heard == 0 && mailbox.highestModSequence?.rawValue == 2)
        server.renumber("INBOX")
        await #expect(throws: IMAPClientError.self) { try await fixture.client.run(.noop) }
        let again = ModelFixture(server)
        let other = try await again.select()
        #expect(other.uidValidity != uidValidity && other.messages == 3)
    }

    @Test("The log records the effects of each command")
    func log() async throws {
        let fixture = ModelFixture(.dovecot)
        fixture.server.deliver(ModelFixture.text(1))
        try await fixture.select()
        try await fixture.client.store(StoreCommand(UIDSet(.first), .add, [.deleted]))
        try await fixture.client.expunge(UIDSet(.first))
        let effects = fixture.server.log.flatMap(\.effects)
        #expect(
            effects == [
                .flags(.inbox, .first, added: [.deleted], removed: []), .expunged(.inbox, .first, object: 1),
            ])
        #expect(!fixture.server.log.contains { $0.line.contains("secret") })
    }
}
