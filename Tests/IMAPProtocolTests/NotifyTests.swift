import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol

@Suite("NOTIFY", .holds("Y10", "PX5"))
struct NotifyTests {
    private static let messages: [NotifyCommand.Event] = [.messageNew, .messageExpunge]

    private static func mailbox(_ name: String) throws -> EncodedMailboxName {
        try #require(EncodedMailboxName(Array(name.utf8)))
    }

    private static func group(
        _ mailboxes: NotifyCommand.Mailboxes, _ events: [NotifyCommand.Event], _ items: [FetchItem] = []
    ) -> NotifyCommand.Group {
        var group = NotifyCommand.Group(mailboxes, events)
        group.items = items
        return group
    }

    private static func written(_ groups: [NotifyCommand.Group], status: Bool = true) throws(CommandError) -> String {
        var notify = NotifyCommand(groups)
        notify.returnsStatus = status
        let octets = try CommandTests.written(.notify(notify))
        return String(decoding: octets.dropFirst(3).dropLast(2), as: UTF8.self)
    }

    @Test("Encodes NOTIFY")
    func forms() throws {
        #expect(try Self.written([]) == "NOTIFY NONE")
        let all = NotifyCommand.Event.allCases
        #expect(
            try Self.written([Self.group(.selected, Self.messages + [.flagChange]), Self.group(.personal, all)])
                == "NOTIFY SET STATUS (SELECTED (MessageNew MessageExpunge FlagChange)) "
                + "(PERSONAL (MessageNew MessageExpunge FlagChange MailboxName SubscriptionChange))")
        #expect(try Self.written([Self.group(.inboxes, [])], status: false) == "NOTIFY SET (INBOXES NONE)")
        #expect(
            try Self.written(
                [Self.group(.selectedDelayed, Self.messages, [.flags, .envelope])], status: false)
                == "NOTIFY SET (SELECTED-DELAYED (MessageNew (UID FLAGS ENVELOPE) MessageExpunge))")
        let names = [try Self.mailbox("a b"), try Self.mailbox("c")]
        #expect(
            try Self.written([Self.group(.subtree(names), Self.messages), Self.group(.subscribed, [.mailboxName])])
                == "NOTIFY SET STATUS (SUBTREE (\"a b\" c) (MessageNew MessageExpunge)) (SUBSCRIBED (MailboxName))")
        #expect(try Self.written([Self.group(.named(names), [])]) == "NOTIFY SET STATUS (MAILBOXES (\"a b\" c) NONE)")
    }

    @Test("Refuses combinations of events that are not allowed")
    func refused() throws {
        let rows: [(String, [NotifyCommand.Group])] = [
            ("new ones without those that go", [Self.group(.personal, [.messageNew])]),
            ("those that go without new ones", [Self.group(.personal, [.messageExpunge])]),
            ("flags alone", [Self.group(.personal, [.flagChange])]),
            ("names of the mailbox that is selected", [Self.group(.selected, Self.messages + [.mailboxName])]),
            ("two groups of what is selected", [Self.group(.selected, []), Self.group(.selectedDelayed, [])]),
            ("items of a mailbox that is not selected", [Self.group(.inboxes, Self.messages, [.flags])]),
            ("items without new messages", [Self.group(.selected, [], [.flags])]),
            ("content", [Self.group(.selected, Self.messages, [.content(.whole)])]),
            ("no mailbox", [Self.group(.named([]), Self.messages)]),
        ]
        for (row, groups) in rows {
            #expect(throws: CommandError.self, "\(row)") { try Self.written(groups) }
        }
    }

    @Test("No mailbox name becomes a command", arguments: CommandTests.hostile)
    func injection(_ text: String) throws {
        guard let mailbox = EncodedMailboxName(Array(text.utf8)) else { return }
        for mailboxes in [NotifyCommand.Mailboxes.named([mailbox, mailbox]), .subtree([.inbox, mailbox])] {
            let command = IMAPCommand.notify(NotifyCommand([Self.group(mailboxes, Self.messages)]))
            guard let written = try? CommandTests.written(command) else { continue }
            let commands = try StrictCommandParser.commands(written)
            #expect(commands.count == 1)
            guard case .list(let group)? = commands.first?.last, case .list(let names)? = group.dropFirst().first else {
                Issue.record("\(commands)")
                continue
            }
            #expect(names.last?.text == mailbox.octets)
        }
    }

    private static func routes(_ driver: SessionDriver) -> [CommandTag?] {
        driver.events.compactMap { event in
            if case .data(_, let route) = event { .some(route.tag) } else { nil }
        }
    }

    @Test("STATUS before the reply belongs to NOTIFY, and later data to no command")
    func routing() throws {
        var driver = try SessionDriver.signedIn("IMAP4rev1 IDLE NOTIFY", selected: .inbox)
        let tag = try driver.submit(.notify(NotifyCommand([Self.group(.personal, Self.messages)])))
        driver.server("* STATUS Sent (MESSAGES 3 UIDNEXT 4)\r\n\(tag) OK\r\n")
        #expect(Self.routes(driver) == [tag] && driver.completed[tag] != nil)
        let idle = try driver.submit(.idle)
        driver.server(
            "+ idling\r\n* STATUS Sent (MESSAGES 4 UIDNEXT 5)\r\n* LIST () \"/\" New\r\n* 4 EXISTS\r\n"
                + "* 4 FETCH (UID 9 FLAGS (\\Seen))\r\n* 1 EXPUNGE\r\n* LIST (\\NonExistent) \"/\" Old\r\n")
        #expect(Self.routes(driver) == [tag] + Array(repeating: nil, count: 6))
        #expect(driver.session.mailbox?.messages == 3 && driver.failure == nil)
        #expect(driver.session.endIdle() != nil)
        driver.server("\(idle) OK\r\n")
        #expect(driver.completed[idle] != nil)
    }

    @Test("A notification overflow is reported and ends the notifications, and the session continues")
    func overflow() throws {
        var driver = try SessionDriver.signedIn("IMAP4rev1 NOTIFY")
        let tag = try driver.submit(.notify(NotifyCommand([Self.group(.personal, Self.messages)])))
        #expect(!driver.session.hasNotifications)
        driver.server("\(tag) OK\r\n")
        #expect(driver.session.hasNotifications)
        driver.server("* OK [NOTIFICATIONOVERFLOW] too much\r\n")
        guard case .data(.status(let status), let route)? = driver.events.last else {
            Issue.record("\(driver.events)")
            return
        }
        #expect(status.code == .notificationOverflow && route.tag == nil)
        #expect(!driver.session.hasNotifications)
        let next = try driver.submit(.noop)
        driver.server("\(next) OK\r\n")
        #expect(driver.completed[next] != nil)
        var stranger = SessionDriver()
        stranger.server("* OK hello\r\n* OK [NOTIFICATIONOVERFLOW] too much\r\n")
        #expect(stranger.events == [.greeted(isAuthenticated: false)])
    }

    @Test(
        "A server with unknown events refuses NOTIFY",
        arguments: ["BADEVENT (MessageNew)", "BADEVENT", "badevent ()"])
    func badEvent(_ code: String) throws {
        var driver = try SessionDriver.signedIn("IMAP4rev1 NOTIFY")
        let tag = try driver.submit(.notify(NotifyCommand([Self.group(.personal, Self.messages)])))
        driver.server("\(tag) NO [\(code)] no\r\n")
        #expect(driver.failed[tag]?.cause == .refused(.no, .badEvent))
        #expect(driver.failed[tag]?.retry == .never && driver.failed[tag]?.reach == .connection)
    }

    @Test("NOTIFY requires support by the server")
    func unsupported() throws {
        var driver = try SessionDriver.signedIn("IMAP4rev1 IMAP4rev2")
        #expect(throws: CommandError.unsupported(.notify)) { try driver.submit(.notify(NotifyCommand([]))) }
    }
}
