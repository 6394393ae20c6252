import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

@testable import MailClients

@Suite("Messages of real IMAP servers", .serialized, .onOwnThreads, .timeLimit(.minutes(3)), .holds("Y19"))
struct IMAPMessageTests {
    static let servers = IMAPServerUnderTest.compressedToo(for: 2)

    @Test("Fetches all metadata of a message", arguments: servers)
    func metadata(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            let message = sampleMessage("Grüße")
            var append = AppendCommand(mailbox, size: message.count)
            append.flags = [.seen, .flagged, try #require(Flag(Array("Work".utf8)))]
            let date = DateTime(
                CivilTime(year: 2026, month: 2, day: 3, hour: 4, minute: 5, second: 6), offsetMinutes: 120)
            append.internalDate = date
            let appended = try await client.append(append, MessageSource(message))
            if await client.capabilities.contains(.uidPlus) { #expect(appended != nil) }
            try await client.run(.noop)
            let uid = try #require(await client.search(SearchCommand(.all)).last)
            var items: [FetchItem] = [.flags, .internalDate, .size, .envelope, .bodyStructure, .content(.header)]
            if await client.capabilities.contains(.condStore) { items.append(.modSequence) }
            if await client.capabilities.contains(.objectID) { items.append(.emailID) }
            let fetched = try await client.contents(of: UIDSet(uid), items)
            let found = try #require(fetched.messages.first)
            #expect(found.uid == uid && found.size == UInt64(message.count))
            #expect(found.internalDate?.instant == date.instant)
            let flags = try #require(found.flags)
            #expect(append.flags.allSatisfy(flags.contains))
            let details = try #require(found.details)
            #expect(details.envelope?.value?.from.first?.host == Array("example.net".utf8))
            #expect(details.bodyStructure?.value != nil)
            let end = try #require(message.indices.first { message[$0...].starts(with: "\r\n\r\n".utf8) })
            // Cyrus replaces bytes that a header must not contain with X.
            #expect(fetched.contents.first?.count == end + 4)
            #expect((found.modSequence != nil) == items.contains(.modSequence))
            #expect((details.emailID != nil) == items.contains(.emailID))
        }
    }

    @Test("Searches by flags, headers, text, size and date", arguments: servers)
    func searching(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            let body = "Ein süßer Gruß\r\n"
            let first = try await client.put(sampleMessage("apple", body: body), into: mailbox, flags: [.seen])
            let second = try await client.put(sampleMessage("pear"), into: mailbox, flags: [.flagged])
            let large = String(repeating: "a line of some words\r\n", count: 200)
            let third = try await client.put(sampleMessage("plum", body: large), into: mailbox)
            func found(_ key: SearchKey) async throws -> [UID] {
                Array(try await client.search(SearchCommand(key)).uids)
            }
            #expect(try await found(.all) == [first, second, third])
            #expect(try await found(.flagged(.seen)) == [first])
            #expect(try await found(.unflagged(.flagged)) == [first, third])
            #expect(try await found(.header("Subject", Array("pear".utf8))) == [second])
            #expect(try await found(.text(Array("süßer".utf8))) == [first])
            #expect(try await found(.larger(2000)) == [third])
            #expect(try await found(.uid(UIDSet(second...third))) == [second, third])
            #expect(try await found(.since(year: 2020, month: 1, day: 31)) == [first, second, third])
            #expect(try await found(.either(.flagged(.seen), .flagged(.flagged))) == [first, second])
            #expect(try await found(.not(.both([.smaller(2000), .unflagged(.seen)]))) == [first, third])
            #expect(try await found(.header("Subject", Array("nothing".utf8))) == [])
        }
    }

    @Test("Adds and removes flags, and reports them on request", arguments: servers)
    func storing(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            let uid = try await client.put(sampleMessage("x"), into: mailbox, flags: [.seen])
            let label = try #require(Flag(Array("$label1".utf8)))
            var store = StoreCommand(UIDSet(uid), .add, [.answered, label])
            store.isSilent = false
            let told = try #require(try await client.store(store).last)
            #expect(told.flags?.contains(.answered) == true && told.flags?.contains(label) == true)
            try await client.store(StoreCommand(UIDSet(uid), .remove, [.seen, label]))
            let flags = try await client.contents(of: UIDSet(uid), [.flags]).messages.last?.flags
            #expect(flags?.contains(.seen) == false && flags?.contains(label) == false)
            #expect(flags?.contains(.answered) == true)
        }
    }

    @Test(
        "An append to a missing mailbox is refused, and the message is not read as commands",
        .holds("PX5"), arguments: servers)
    func refusedAppend(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            let nowhere = try await IMAPServerUnderTest.name("nowhere" + IMAPServerUnderTest.unique(), on: client)
            // A server that executed these lines would end the connection.
            let message = Array("A99 LOGOUT\r\nA98 LOGOUT\r\n\r\n".utf8)
            for _ in 0..<2 {
                let failure = await #expect(throws: IMAPClientError.self) {
                    try await client.append(AppendCommand(nowhere, size: message.count), MessageSource(message))
                }
                #expect(failure?.reach == .message)
                try await client.run(.noop)
            }
            let uid = try await client.put(sampleMessage("x"), into: mailbox)
            #expect(try await client.search(SearchCommand(.all)).last == uid)
            let lines = await client.transcript.lines
            let literal = await client.capabilities.contains(.literalPlus) ? "+}" : "}"
            #expect(lines.contains { $0.contains(" {\(message.count)\(literal)") })
        }
    }

    @Test("Copies and moves arrive, and only moved messages are removed", arguments: servers)
    func copying(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            let capabilities = await client.capabilities
            let target = try await IMAPServerUnderTest.name("target" + IMAPServerUnderTest.unique(), on: client)
            try await client.run(.create(target, nil))
            var uids: [UID] = []
            for number in 0..<4 { uids.append(try await client.put(sampleMessage("\(number)"), into: mailbox)) }
            let two = UIDSet([uids[0], uids[2]])
            let copied = try await client.copy(two, to: target)
            if capabilities.contains(.uidPlus) {
                #expect(copied.map(\.source) == [two] && copied.first?.copies.count == 2)
            }
            #expect(try await client.status(of: target, [.messages])?.messages == 2)
            // A \Deleted flag set by another client must not be expunged with ours.
            try await client.store(StoreCommand(UIDSet(uids[3]), .add, [.deleted]))
            if capabilities.contains(.move) {
                let moved = try await client.move(UIDSet(uids[1]), to: target)
                #expect(moved.first?.source == UIDSet(uids[1]) && moved.first?.copies.count == 1)
            } else {
                await #expect(throws: IMAPClientError.self) { try await client.move(UIDSet(uids[1]), to: target) }
                _ = try await client.copy(UIDSet(uids[1]), to: target)
                try await client.store(StoreCommand(UIDSet(uids[1]), .add, [.deleted]))
                if capabilities.contains(.uidPlus) { try await client.expunge(UIDSet(uids[1])) }
            }
            #expect(try await client.status(of: target, [.messages])?.messages == 3)
            let left = Array(try await client.search(SearchCommand(.all)).uids)
            if capabilities.contains(.move) || capabilities.contains(.uidPlus) {
                #expect(left == [uids[0], uids[2], uids[3]])
            } else {
                await #expect(throws: IMAPClientError.self) { try await client.expunge(UIDSet(uids[1])) }
                #expect(left == uids)
            }
            try await client.run(.delete(target))
        }
    }

    @Test("Expunges only the given messages", arguments: servers)
    func expunging(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            var uids: [UID] = []
            for number in 0..<3 { uids.append(try await client.put(sampleMessage("\(number)"), into: mailbox)) }
            try await client.store(StoreCommand(UIDSet(uids), .add, [.deleted]))
            if await client.capabilities.contains(.uidPlus) {
                try await client.expunge(UIDSet(uids[1]))
                #expect(Array(try await client.search(SearchCommand(.all)).uids) == [uids[0], uids[2]])
                #expect(await client.mailbox?.messages == 2)
            }
            try await client.run(.expungeAll)
            #expect(try await client.search(SearchCommand(.all)).isEmpty)
            #expect(await client.mailbox?.messages == 0)
        }
    }

    @Test(
        "Pipelined commands are answered in order, and a refusal stops none",
        arguments: servers)
    func pipelining(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            let uid = try await client.put(sampleMessage("x"), into: mailbox)
            let nowhere = try await IMAPServerUnderTest.name("nowhere" + IMAPServerUnderTest.unique(), on: client)
            let all = UIDSet(.first ... .last)
            let pipeline: [IMAPCommand] = [
                .select(SelectCommand(mailbox)), .fetch(FetchCommand(all, [.flags, .content(.whole)])),
                .search(SearchCommand(.all)), .status(nowhere, [.messages]),
                .store(StoreCommand(UIDSet(uid), .add, [.seen])), .fetch(FetchCommand(UIDSet(uid), [.flags])), .noop,
            ]
            var owners: Set<Int> = []
            let results = try await client.run(pipeline: pipeline) { delivery in
                switch delivery {
                case .data(_, let owner?, _), .literal(_, let owner?): owners.insert(owner)
                case .data, .literal, .alert: break
                }
            }
            #expect(results.map { (try? $0.get()) != nil } == [true, true, true, false, true, true, true])
            // If several commands request the same flags, any of them may be the one answered.
            #expect(owners.isSuperset(of: [1, 2]))
            let flags = try await client.contents(of: UIDSet(uid), [.flags]).messages.last?.flags
            #expect(flags?.contains(.seen) == true)
        }
    }

    @Test("IDLE reports messages that another client delivers", .holds("Y10"), arguments: servers)
    func idling(_ server: IMAPServerUnderTest) async throws {
        try await server.withMailbox { client, mailbox in
            guard await client.capabilities.contains(.idle) else {
                await #expect(throws: IMAPClientError.self) { try await client.idle(for: .seconds(30)) { _ in } }
                return
            }
            let other = try await server.signedIn()
            _ = try await other.select(SelectCommand(mailbox))
            var count: UInt32 = 0
            let message = sampleMessage("news")
            async let delivery: Void = {
                _ = try await other.append(AppendCommand(mailbox, size: message.count), MessageSource(message))
            }()
            // Courier checks for new mail once a minute, but reports it when IDLE is issued again.
            while count == 0 {
                try await client.idle(for: .seconds(3)) { delivery in
                    guard case .data(.exists(let number), _, _) = delivery else { return }
                    count = number
                    await client.endIdle()
                }
            }
            try await delivery
            #expect(count == 1)
            #expect(try await client.search(SearchCommand(.all)).count == 1)
            await other.close()
        }
    }
}
