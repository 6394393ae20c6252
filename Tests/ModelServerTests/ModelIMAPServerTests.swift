import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("The model server and IMAPClient", .holds("Y01", "Y07"))
struct ModelIMAPServerTests {
    @Test("Signs in, lists, selects, fetches, stores, appends and moves", arguments: ModelProfile.all)
    func everyday(_ profile: ModelProfile) async throws {
        let fixture = ModelFixture(profile)
        let (server, client) = (fixture.server, fixture.client)
        for number in 1...3 { server.deliver(ModelFixture.text(number)) }
        try await fixture.signIn()
        if profile.has("ENABLE") { _ = try await client.enable(profile.has("QRESYNC") ? [.qresync] : [.condStore]) }
        if profile.has("ID") { try await client.run(.id([])) }
        if profile.has("NAMESPACE") { try await client.run(.namespace) }

        var list = ListCommand()
        list.returnsSpecialUse = profile.has("SPECIAL-USE")
        list.returnsSubscribed = profile.has("LIST-EXTENDED")
        if profile.has("LIST-STATUS") { list.returnsStatus = [.messages, .uidNext, .uidValidity, .unseen] }
        let listed = try await client.list(list)
        #expect(Set(listed.mailboxes.compactMap(\.name)).isSuperset(of: server.account.names))
        #expect(listed.statuses.isEmpty == !profile.has("LIST-STATUS"))
        if profile.has("LIST-STATUS") {
            #expect(listed.statuses.first { $0.name?.isInbox ?? false }?.messages == 3)
        }
        if profile.has("SPECIAL-USE") || profile.saysUsesUnasked {
            #expect(listed.mailboxes.contains { $0.specialUses.contains(.trash) })
        }
        #expect(try await client.status(of: .inbox, [.messages, .uidNext])?.messages == 3)

        let selected = try await fixture.select()
        #expect(selected.messages == 3 && !selected.isReadOnly && selected.uidValidity?.rawValue == 1001)
        #expect((selected.highestModSequence != nil) == profile.keepsModSequences)
        #expect(try await client.search(SearchCommand(.all)).description == "1:3")
        #expect(try await client.search(SearchCommand(.flagged(.seen))).isEmpty)
        let fetched = try await fixture.everything()
        #expect(fetched.count == 3)
        #expect(fetched[.first]?.content == Array(ModelFixture.text(1).utf8))
        #expect(fetched[.first]?.message.size == UInt64(ModelFixture.text(1).utf8.count))
        #expect(fetched[.first]?.message.details?.envelope?.value?.subject == Array("1".utf8))
        #expect(fetched[.first]?.message.details?.bodyStructure?.value != nil)

        var store = StoreCommand(UIDSet(.first), .add, [.seen, .flagged])
        store.isSilent = false
        #expect(try await client.store(store).first?.flags == FlagSet([.seen, .flagged]))
        try await client.store(StoreCommand(UIDSet(.first), .remove, [.flagged]))
        #expect(server.mailbox("INBOX")?.messages.first?.flags == FlagSet([.seen]))

        let target = profile.prefix + "Other"
        try await client.run(.create(ModelFixture.mailbox(target), nil))
        let appended = try await fixture.append(ModelFixture.text(9), to: target, [.draft])
        #expect((appended != nil) == profile.has("UIDPLUS"))
        #expect(server.mailbox(target)?.messages.map(\.flags) == [FlagSet([.draft])])

        let second = UIDSet(ModelFixture.uid(2))
        if profile.has("MOVE") {
            let moved = try await client.move(second, to: ModelFixture.mailbox(target))
            #expect((moved.first?.copy(of: ModelFixture.uid(2)) != nil) == profile.has("UIDPLUS"))
        } else {
            _ = try await client.copy(second, to: ModelFixture.mailbox(target))
            try await client.store(StoreCommand(second, .add, [.deleted]))
            if profile.has("UIDPLUS") { try await client.expunge(second) } else { try await client.run(.expungeAll) }
        }
        #expect(server.mailbox("INBOX")?.messages.map(\.uid.rawValue) == [1, 3])
        #expect(server.mailbox(target)?.messages.count == 2)
        #expect(await client.mailbox?.messages == 2)
        if profile.has("UNSELECT") { try await client.run(.unselect) } else { try await client.run(.close) }
        await client.close()
        #expect(server.violations == [])
        #expect(server.log.last?.verb == "LOGOUT")
    }

    @Test("Starts TLS before anything else is sent", arguments: ModelProfile.all)
    func startTLS(_ profile: ModelProfile) async throws {
        let fixture = ModelFixture(ModelIMAPServer(profile), .none, .startTLS)
        try await fixture.select()
        #expect(fixture.connection.heardInClear == Array("A1 STARTTLS\r\n".utf8))
        #expect(fixture.server.violations == [])
    }

    @Test("In Gmail's Trash a message has no other label, and one moved out of INBOX is in All Mail")
    func labels() async throws {
        let fixture = ModelFixture(.gmail)
        let server = fixture.server
        for number in 1...2 { server.deliver(ModelFixture.text(number), flags: number == 1 ? [.flagged] : []) }
        #expect(server.mailbox("[Gmail]/All Mail")?.messages.count == 2)
        #expect(server.mailbox("[Gmail]/Starred")?.messages.count == 1)
        try await fixture.select()
        _ = try await fixture.client.move(UIDSet(.first), to: ModelFixture.mailbox("[Gmail]/Trash"))
        _ = try await fixture.client.move(
            UIDSet(ModelFixture.uid(2)), to: ModelFixture.mailbox("[Gmail]/All Mail"))
        let counts = ["INBOX", "[Gmail]/All Mail", "[Gmail]/Starred", "[Gmail]/Trash"].map {
            server.mailbox($0)?.messages.count
        }
        #expect(counts == [0, 1, 0, 1])
        #expect(server.violations == [])
    }

    @Test("Removing from Starred clears the flag, and expunging from a label keeps All Mail")
    func views() async throws {
        let fixture = ModelFixture(.gmail)
        let server = fixture.server
        for number in 1...2 { server.deliver(ModelFixture.text(number), flags: [.flagged]) }
        try await fixture.select("[Gmail]/Starred")
        try await fixture.client.store(StoreCommand(UIDSet(.first), .remove, [.flagged]))
        #expect(await fixture.client.mailbox?.messages == 1)
        #expect(server.mailbox("INBOX")?.messages.map { $0.flags.contains(.flagged) } == [false, true])
        try await fixture.select()
        try await fixture.client.store(StoreCommand(UIDSet(.first), .add, [.deleted, .seen]))
        try await fixture.client.expunge(UIDSet(.first))
        #expect(server.mailbox("INBOX")?.messages.count == 1)
        #expect(
            server.mailbox("[Gmail]/All Mail")?.messages.map(\.flags) == [FlagSet([.seen]), FlagSet([.flagged])])
        #expect(server.violations == [])
    }

    @Test("A delivered message can be counted before it can be fetched, if the profile says so")
    func delay() async throws {
        var profile = ModelProfile.exchange
        profile.fetchDelay = 2
        let fixture = ModelFixture(profile)
        try await fixture.select()
        fixture.server.deliver(ModelFixture.text(1))
        #expect(try await fixture.everything().isEmpty)
        #expect(await fixture.client.mailbox?.messages == 1)
        #expect(try await fixture.everything().count == 1)
    }

    @Test("IDLE reports changes by other clients at once")
    func idle() async throws {
        let fixture = ModelFixture(.dovecot)
        let other = ModelFixture(fixture.server)
        try await fixture.select()
        try await other.select("Sent")
        async let heard = fixture.client.idle(for: .seconds(60)) { delivery in
            if case .data(.exists(1), _, _) = delivery { await fixture.client.endIdle() }
        }
        _ = try await other.append(ModelFixture.text(1), to: "INBOX")
        _ = try await heard
        #expect(await fixture.client.mailbox?.messages == 1)
    }
}
