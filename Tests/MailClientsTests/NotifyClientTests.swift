import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import Testing

@Suite("IMAP NOTIFY", .onOwnThreads, .holds("Y10"))
struct NotifyClientTests {
    private static let watched = NotifyCommand([
        NotifyCommand.Group(.selected, [.messageNew, .messageExpunge, .flagChange]),
        NotifyCommand.Group(.personal, [.messageNew, .messageExpunge, .mailboxName]),
    ])
    private static let order =
        "NOTIFY SET STATUS (SELECTED (MessageNew MessageExpunge FlagChange)) "
        + "(PERSONAL (MessageNew MessageExpunge MailboxName))"

    /// A summary of the response, with "!" if it was unsolicited.
    private static func word(_ delivery: IMAPResponseEvent) -> String? {
        guard case .data(let response, let command, _) = delivery else { return nil }
        let mark = command == nil ? "!" : ""
        switch response {
        case .mailboxStatus(let status): return "\(mark)\(status.name?.description ?? "") \(status.messages ?? 0)"
        case .list(let mailbox):
            let end = mailbox.isSelectable ? "" : " gone"
            let former = mailbox.formerName.map { " was \($0)" } ?? ""
            return "\(mark)list \(mailbox.name?.description ?? "")\(end)\(former)"
        case .exists(let count): return "\(mark)exists \(count)"
        case .expunge(let number): return "\(mark)expunge \(number)"
        case .fetch(let message): return "\(mark)fetch \(message.uid?.rawValue ?? 0)"
        case .status(let status): return status.code == .notificationOverflow ? "\(mark)overflow" : nil
        default: return nil
        }
    }

    @Test("Reports events of other mailboxes during IDLE and during other commands")
    func watching() async throws {
        let fixture = IMAPFixture(
            IMAPFixture.selected(
                """
                C: A2 \(Self.order)
                S: * STATUS Sent (MESSAGES 3 UIDNEXT 4 UIDVALIDITY 7)
                S: * STATUS Trash (MESSAGES 0 UIDNEXT 1 UIDVALIDITY 8)
                S: A2 OK
                C: A3 IDLE
                S: + idling
                S: * STATUS Sent (MESSAGES 4 UIDNEXT 5)
                S: * LIST () "/" New
                S: * LIST () "/" Newer ("OLDNAME" ("New"))
                S: * LIST (\\NonExistent) "/" Trash
                S: * 4 EXISTS
                S: * 4 FETCH (UID 9 FLAGS ())
                S: * 1 EXPUNGE
                C: DONE
                S: A3 OK
                C: A4 UID SEARCH ALL
                S: * STATUS Sent (MESSAGES 5)
                S: * SEARCH 2 3 9
                S: * OK [NOTIFICATIONOVERFLOW] too much
                S: A4 OK
                C: A5 NOTIFY NONE
                S: A5 OK
                """, capabilities: "IMAP4rev1 IDLE NOTIFY"))
        try await fixture.select()
        let client = fixture.client
        let numbers = try await client.notify(Self.watched)
        #expect(numbers.map(\.messages) == [3, 0])
        var words: [String] = []
        try await client.idle(for: .seconds(30)) { delivery in
            if let word = Self.word(delivery) { words.append(word) }
            if words.last == "!expunge 1" { await client.endIdle() }
        }
        #expect(
            words == [
                "!Sent 4", "!list New", "!list Newer was New", "!list Trash gone", "!exists 4", "!fetch 9",
                "!expunge 1",
            ])
        words = []
        try await client.run(.search(SearchCommand(.all))) { delivery in
            if let word = Self.word(delivery) { words.append(word) }
        }
        #expect(words == ["!Sent 5", "!overflow"])
        #expect(await client.mailbox?.messages == 3)
        #expect(try await client.notify(NotifyCommand([])).isEmpty)
        #expect(fixture.server.faults == [] && fixture.server.isFinished)
    }

    @Test("A server that lacks some events refuses, and the session continues")
    func refusal() async throws {
        let fixture = IMAPFixture(
            IMAPFixture.selected(
                "C: A2 \(Self.order)\nS: A2 NO [BADEVENT (MessageNew MessageExpunge)] no\nC: A3 NOOP\nS: A3 OK\n",
                capabilities: "IMAP4rev1 NOTIFY"))
        try await fixture.select()
        let error = await #expect(throws: IMAPClientError.self) { try await fixture.client.notify(Self.watched) }
        guard case .session(let failure)? = error else { return }
        #expect(failure.cause == .refused(.no, .badEvent))
        try await fixture.client.run(.noop)
        #expect(fixture.server.faults == [])
    }
}
