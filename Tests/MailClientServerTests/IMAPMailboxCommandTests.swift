import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

@testable import MailClients

@Suite("Mailboxes of real IMAP servers", .serialized, .onOwnThreads, .timeLimit(.minutes(3)), .holds("Y19"))
struct IMAPMailboxCommandTests {
    static let servers = IMAPServerUnderTest.compressedToo(for: 1)

    @Test("Creates, lists, selects, renames and deletes mailboxes with any name", arguments: servers)
    func names(_ server: IMAPServerUnderTest) async throws {
        let client = try await server.signedIn()
        for text in ["Grüße & Küsse", "日本語 📮", "a b  c", "q\"uo\"te", "back`tick{1}", "-", "&", "(paren) [x]", "{5}"] {
            // Repeated spaces and escaped characters must come back unchanged.
            let wanted = text + IMAPServerUnderTest.unique()
            let name = try await IMAPServerUnderTest.name(wanted, on: client)
            do throws(IMAPClientError) {
                try await client.run(.create(name, nil))
            } catch {
                // Cyrus permits none of these characters in names. Its refusal concerns only the mailbox.
                let isKnown = server.name == "cyrus" && text.utf8.contains { "\"`{".utf8.contains($0) }
                #expect(error.reach == .mailbox && isKnown, "\(text): \(error)")
                continue
            }
            var command = ListCommand()
            command.pattern = name.octets
            let listed = try await client.list(command).mailboxes
            #expect(listed.map(\.name) == [name], "\(text)")
            let last = listed.first.flatMap { $0.name?.name(separator: $0.separator) }?.components.last
            #expect(last == Array(wanted.utf8), "\(text)")
            #expect(try await client.select(SelectCommand(name)).messages == 0, "\(text)")
            try await client.put(sampleMessage("x"), into: name)
            _ = try await client.select(SelectCommand(.inbox))
            #expect(try await client.status(of: name, [.messages, .uidValidity, .uidNext])?.messages == 1, "\(text)")
            let other = try await IMAPServerUnderTest.name("renamed" + IMAPServerUnderTest.unique(), on: client)
            try await client.run(.rename(name, to: other))
            try await client.run(.subscribe(other))
            try await client.run(.unsubscribe(other))
            #expect(try await client.status(of: other, [.messages])?.messages == 1, "\(text)")
            let missing = await #expect(throws: IMAPClientError.self) { try await client.select(SelectCommand(name)) }
            #expect(missing?.reach == .mailbox, "\(text)")
            try await client.run(.delete(other))
        }
        await client.close()
    }

    @Test("Lists mailboxes with special uses and status if supported", arguments: servers)
    func lists(_ server: IMAPServerUnderTest) async throws {
        let client = try await server.signedIn()
        let capabilities = await client.capabilities
        var command = ListCommand()
        command.returnsSpecialUse = true
        command.returnsSubscribed = true
        command.returnsStatus = [.messages, .uidNext, .uidValidity]
        let isFull = [Capability.specialUse, .listExtended, .listStatus].allSatisfy { capabilities.contains($0) }
        if isFull {
            let (mailboxes, statuses) = try await client.list(command)
            let uses = Set(mailboxes.flatMap(\.specialUses))
            #expect(uses.isSuperset(of: [.drafts, .sent, .trash, .junk, .archive]))
            #expect(mailboxes.contains { $0.attributes.contains(.subscribed) })
            #expect(statuses.contains { $0.name == .inbox && $0.uidValidity != nil })
        } else {
            await #expect(throws: IMAPClientError.self) { try await client.list(command) }
        }
        let plain = try await client.list(ListCommand())
        #expect(plain.mailboxes.contains { $0.name == .inbox } && plain.statuses.isEmpty)
        #expect(plain.mailboxes.allSatisfy { $0.separator == (server.name.hasSuffix("-prefix") ? 0x2E : 0x2F) })
        await client.close()
    }

    @Test("Selects a mailbox with the options that the server supports", arguments: servers)
    func selecting(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            let capabilities = await client.capabilities
            try await client.put(sampleMessage("one"), into: mailbox)
            let plain = try await client.select(SelectCommand(mailbox))
            #expect(plain.messages == 1 && plain.uidValidity != nil && !plain.isReadOnly)
            #expect(plain.keeps(.seen) && plain.flags.contains(.deleted))
            var read = SelectCommand(mailbox)
            read.isReadOnly = true
            #expect(try await client.select(read).isReadOnly)
            await #expect(throws: IMAPClientError.self) {
                try await client.store(StoreCommand(UIDSet(.first), .add, [.seen]))
            }
            var counted = SelectCommand(mailbox)
            counted.resynchronization = .condStore
            if capabilities.contains(.condStore) {
                #expect(try await client.select(counted).highestModSequence != nil)
            } else {
                await #expect(throws: IMAPClientError.self) { try await client.select(counted) }
            }
            if capabilities.contains(.unselect) {
                _ = try await client.select(SelectCommand(mailbox))
                try await client.run(.unselect)
                #expect(await client.mailbox == nil)
            } else {
                await #expect(throws: IMAPClientError.self) { try await client.run(.unselect) }
            }
        }
    }

    @Test("QRESYNC reports vanished and changed messages", arguments: servers)
    func resynchronizing(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            guard await client.capabilities.contains(.qresync) else {
                await #expect(throws: IMAPClientError.self) {
                    var select = SelectCommand(mailbox)
                    select.resynchronization = .qresync(
                        try #require(UIDValidity(rawValue: 1)), try #require(ModSequence(rawValue: 1)))
                    _ = try await client.select(select)
                }
                return
            }
            // ENABLE must precede SELECT [RFC 5161 §3.1].
            try await client.run(.unselect)
            #expect(try await client.enable([.qresync]).contains(Array("QRESYNC".utf8)))
            _ = try await client.select(SelectCommand(mailbox))
            for number in 0..<4 { try await client.put(sampleMessage("\(number)"), into: mailbox) }
            let uids = Array(try await client.search(SearchCommand(.all)).uids)
            let known = try await client.select(SelectCommand(mailbox))
            _ = try await client.select(SelectCommand(.inbox))
            let other = try await server.signedIn()
            _ = try await other.select(SelectCommand(mailbox))
            try await other.store(StoreCommand(UIDSet(uids[1]), .add, [.deleted]))
            try await other.expunge(UIDSet(uids[1]))
            try await other.store(StoreCommand(UIDSet(uids[2]), .add, [.flagged]))
            let new = try await other.put(sampleMessage("new"), into: mailbox)
            await other.close()
            var select = SelectCommand(mailbox)
            select.resynchronization = .qresync(
                try #require(known.uidValidity), try #require(known.highestModSequence))
            var changes = FetchedMessageCollector()
            let now = try await client.select(select) { changes.take($0) }
            #expect(now.messages == 4 && changes.vanished == UIDSet(uids[1]))
            #expect(Set(changes.messages.compactMap(\.uid)) == [uids[2], new])
            #expect(changes.messages.first { $0.uid == uids[2] }?.flags?.contains(.flagged) == true)
        }
    }

    @Test("Sends ID and ENABLE if supported", arguments: servers)
    func extensions(_ server: IMAPServerUnderTest) async throws {
        let client = try await server.signedIn()
        let capabilities = await client.capabilities
        if capabilities.contains(.id) {
            var isAnswered = false
            try await client.run(.id([IDField(name: Array("name".utf8), value: Array("petrel".utf8))])) { delivery in
                if case .data(.id(let fields), _?, _) = delivery { isAnswered = !fields.isEmpty }
            }
            #expect(isAnswered)
        }
        if capabilities.contains(.enable), capabilities.contains(.condStore) {
            #expect(try await client.enable([.condStore]).contains(Array("CONDSTORE".utf8)))
        } else if !capabilities.contains(.enable) {
            await #expect(throws: IMAPClientError.self) { try await client.enable([.condStore]) }
        }
        await client.close()
    }
}
