import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol

@Suite("Sessions", .holds("Y17", "Y19", "PX6"))
struct SessionTests {
    private static func set(_ text: String) throws -> UIDSet {
        let octets = Array(text.utf8)
        let set = UIDSet(octets.span)
        return try #require(set)
    }

    private static func mailbox(_ name: String) throws -> EncodedMailboxName {
        try #require(EncodedMailboxName(Array(name.utf8)))
    }

    private static let login = IMAPCommand.login(user: Array("kim".utf8), password: Password(Array("secret".utf8)))

    @Test("Capabilities are reset by authentication")
    func capabilities() throws {
        var driver = SessionDriver()
        driver.server("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n")
        #expect(driver.session.capabilities.contains(.imap4rev1))
        let tag = try driver.submit(Self.login)
        driver.server("\(tag) OK signed in\r\n")
        #expect(driver.session.capabilities == .none && driver.session.isAuthenticated)
        try driver.submit(.capability)
        driver.server("* CAPABILITY IMAP4rev1 IDLE\r\nA2 OK\r\n")
        #expect(driver.session.capabilities.contains(.idle))
        var other = SessionDriver()
        other.server("* OK hello\r\n")
        try other.submit(.capability)
        other.server("* CAPABILITY IMAP4rev1 LOGINDISABLED\r\nA1 OK\r\n")
        #expect(throws: CommandError.unsupported(.loginDisabled)) { try other.submit(Self.login) }
    }

    @Test("Challenges are passed on, and success without one is an error")
    func authentication() throws {
        var driver = SessionDriver()
        driver.server("* OK hello\r\n")
        let tag = try driver.submit(.authenticate(mechanism: "SCRAM-SHA-256", initialResponse: nil))
        #expect(throws: CommandError.mustWait) { try driver.submit(.noop) }
        driver.server("+ \r\n")
        #expect(driver.events.last == .proceed(tag, []))
        driver.server("+ YWJj\r\n")
        #expect(driver.events.last == .proceed(tag, Array("YWJj".utf8)))
        #expect(driver.session.answer(nil) == Array("*\r\n".utf8))
        driver.server("A1 OK [CAPABILITY IMAP4rev1] in\r\n")
        #expect(driver.session.isAuthenticated)
        var hasty = SessionDriver()
        hasty.server("* OK hello\r\n")
        try hasty.submit(.authenticate(mechanism: "SCRAM-SHA-256", initialResponse: nil))
        hasty.server("A1 OK in\r\n")
        #expect(hasty.failure?.cause == .violation(.successWithoutExchange))
        var endless = SessionDriver()
        endless.server("* OK hello\r\n")
        try endless.submit(.authenticate(mechanism: "PLAIN", initialResponse: nil))
        endless.server(String(repeating: "+ \r\n", count: 20))
        #expect(endless.failure?.cause == .violation(.tooManyChallenges))
    }

    @Test("SELECT sets the mailbox, and its failure leaves none selected")
    func select() throws {
        var driver = try SessionDriver.signedIn()
        let tag = try driver.submit(.select(SelectCommand(.inbox)))
        driver.server(
            """
            * FLAGS (\\Answered \\Seen Work)\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] x\r\n* 18 EXISTS\r\n* 0 RECENT\r\n\
            * OK [UNSEEN 3] x\r\n* OK [UIDVALIDITY 3857529045] x\r\n* OK [UIDNEXT 4392] x\r\n* OK [HIGHESTMODSEQ 90] x\r\n\
            * VANISHED (EARLIER) 5:9\r\n* OK [MAILBOXID (M1)] x\r\n\(tag) OK [READ-WRITE] done\r\n
            """)
        let mailbox = try #require(driver.completed[tag]?.mailbox)
        #expect(
            mailbox.messages == 18 && mailbox.uidNext?.rawValue == 4392 && mailbox.highestModSequence?.rawValue == 90)
        #expect(mailbox.uidValidity?.rawValue == 3_857_529_045 && !mailbox.isReadOnly && mailbox.acceptsNewKeywords)
        #expect(mailbox.keeps(.seen) && !mailbox.keeps(.answered) && !mailbox.keeps(.recent))
        #expect(mailbox.keeps(try #require(Flag(Array("New".utf8)))))
        driver.server("* 19 EXISTS\r\n* 4 EXPUNGE\r\n* 0 EXPUNGE\r\n* 4294967295 EXPUNGE\r\n* VANISHED 7:8\r\n")
        #expect(driver.session.mailbox?.messages == 16)
        let second = try driver.submit(.select(SelectCommand(try Self.mailbox("gone"))))
        driver.server("\(second) NO [NONEXISTENT] no such mailbox\r\n")
        #expect(driver.session.mailbox == nil)
        #expect(driver.failed[second]?.reach == .mailbox && driver.failed[second]?.retry == .never)
        #expect(throws: CommandError.wrongState) { try driver.submit(.expunge(UIDSet(.first))) }
    }

    @Test("A mailbox opened read-only cannot be changed")
    func readOnly() throws {
        var driver = try SessionDriver.signedIn()
        var select = SelectCommand(.inbox)
        select.isReadOnly = true
        try driver.submit(.select(select))
        driver.server("A1 OK [READ-ONLY] done\r\n")
        let uids = UIDSet(.first)
        for command in [
            IMAPCommand.store(StoreCommand(uids, .add, [.seen])), .expunge(uids), .expungeAll, .move(uids, to: .inbox),
        ] {
            #expect(throws: CommandError.wrongState) { try driver.submit(command) }
        }
        try driver.submit(.fetch(FetchCommand(uids, [.flags])))
    }

    @Test("Some commands may be pipelined, and others must wait")
    func flights() throws {
        let uids = UIDSet(.first)
        let fetch = IMAPCommand.fetch(FetchCommand(uids, [.flags]))
        let select = IMAPCommand.select(SelectCommand(.inbox))
        let rows: [(String, [IMAPCommand], IMAPCommand, Bool)] = [
            ("FETCH behind SELECT", [select], fetch, true),
            ("STORE behind SELECT", [select], .store(StoreCommand(uids, .add, [.seen])), true),
            ("EXPUNGE behind SELECT", [select], .expunge(uids), false),
            ("MOVE behind SELECT", [select], .move(uids, to: .inbox), false),
            ("EXPUNGE behind APPEND", [.append(AppendCommand(.inbox, size: 3))], .expunge(uids), false),
            ("EXPUNGE behind COPY", [.copy(uids, to: .inbox)], .expunge(uids), false),
            ("EXPUNGE behind STORE", [.store(StoreCommand(uids, .add, [.deleted]))], .expunge(uids), false),
            ("MOVE behind MOVE", [.move(uids, to: .inbox)], .move(uids, to: .inbox), false),
            ("DELETE behind RENAME", [.rename(.inbox, to: .inbox)], .delete(.inbox), false),
            ("EXPUNGE behind FETCH", [fetch], .expunge(uids), true), ("SELECT behind FETCH", [fetch], select, true),
            ("anything behind IDLE", [.idle], .noop, false), ("IDLE behind anything", [fetch], .idle, true),
            ("anything behind LOGOUT", [.logout], .noop, false),
            ("the eighth", Array(repeating: fetch, count: 7), fetch, true),
            ("the ninth", Array(repeating: fetch, count: 8), fetch, false),
            ("the fourth behind SELECT", [select, fetch, fetch, fetch], fetch, true),
            ("the fifth behind SELECT", [select, fetch, fetch, fetch, fetch], fetch, false),
        ]
        for (row, pipeline, command, isLet) in rows {
            var driver = try SessionDriver.signedIn(selected: .inbox)
            for command in pipeline { try driver.submit(command) }
            if isLet {
                #expect(throws: Never.self, "\(row)") { try driver.submit(command) }
            } else {
                #expect(throws: CommandError.mustWait, "\(row)") { try driver.submit(command) }
            }
        }
        var asking = try SessionDriver.signedIn("IMAP4rev1", selected: .inbox)
        try asking.submit(.append(AppendCommand(.inbox, size: 3)))
        #expect(throws: CommandError.mustWait) { try asking.submit(.noop) }
    }

    @Test("Data is routed to the command that requested it")
    func routing() throws {
        var driver = try SessionDriver.signedIn(selected: .inbox)
        let one = try driver.submit(.fetch(FetchCommand(try Self.set("1:3"), [.flags])))
        let two = try driver.submit(.fetch(FetchCommand(try Self.set("4:4294967295"), [.content(.header)])))
        let three = try driver.submit(.search(SearchCommand(.all)))
        let four = try driver.submit(.search(SearchCommand(.flagged(.seen))))
        driver.server(
            """
            * 9 FETCH (UID 9 FLAGS ())\r\n* 1 FETCH (UID 1 FLAGS ())\r\n* ESEARCH (TAG "\(four)") UID ALL 2\r\n* SEARCH 1\r\n\
            * 1 FETCH (FLAGS ())\r\n* ESEARCH (TAG "A99") UID ALL 2\r\n* 4 FETCH (UID 4 BODY[HEADER] {1}\r\nx)\r\n
            """)
        let tags = driver.events.compactMap { event -> CommandTag?? in
            switch event {
            case .data(_, let route), .literal(_, let route): .some(route.tag)
            default: nil
            }
        }
        #expect(tags == [two, one, four, three, nil, nil, two, two, two, two])
    }

    @Test("A new UID is accepted only from the command that creates it (CVE-2021-3578)")
    func newUIDs() throws {
        var driver = try SessionDriver.signedIn(selected: .inbox)
        let noop = try driver.submit(.noop)
        let fetch = try driver.submit(.fetch(FetchCommand(UIDSet(.first), [.flags])))
        let append = try driver.submit(.append(AppendCommand(.inbox, size: 3)))
        driver.server(
            "\(noop) OK [APPENDUID 7 5] x\r\n\(fetch) OK [COPYUID 7 1 5] x\r\n\(append) OK [APPENDUID 7 12] x\r\n")
        #expect(driver.completed[noop]?.appended == nil && driver.completed[fetch]?.copied == nil)
        #expect(driver.completed[append]?.appended?.uid.rawValue == 12)
        let several = try driver.submit(.append(AppendCommand(.inbox, size: 3)))
        driver.server("\(several) OK [APPENDUID 7 12:14] x\r\n")
        #expect(driver.completed[several] != nil && driver.completed[several]?.appended == nil)
        let move = try driver.submit(.move(try Self.set("1:2"), to: .inbox))
        driver.server("* OK [COPYUID 7 1:2 30:31] x\r\n* 1 EXPUNGE\r\n* 1 EXPUNGE\r\n\(move) OK done\r\n")
        #expect(driver.completed[move]?.copied?.copies == (try Self.set("30:31")))
        let copy = try driver.submit(.copy(try Self.set("1:2"), to: .inbox))
        driver.server("\(copy) OK [COPYUID 7 8:9 30:31] of others\r\n")
        #expect(driver.completed[copy]?.copied == nil)
        let replace = try driver.submit(.replace(.first, AppendCommand(.inbox, size: 3)))
        driver.server("* OK [APPENDUID 7 40] x\r\n* 1 EXPUNGE\r\n\(replace) OK done\r\n")
        #expect(driver.completed[replace]?.appended?.uid.rawValue == 40)
    }

    @Test("A message added to the selected mailbox is unannounced until the server reports it")
    func unannounced() throws {
        var driver = try SessionDriver.signedIn(selected: .inbox)
        let copy = try driver.submit(.copy(try Self.set("1"), to: .inbox))
        driver.server("* 2 EXISTS\r\n\(copy) OK [COPYUID 7 1 2] x\r\n")
        #expect(driver.session.mailbox?.hasUnannounced == false)
        let silent = try driver.submit(.copy(try Self.set("1"), to: .inbox))
        driver.server("\(silent) OK [COPYUID 7 1 3] x\r\n")
        #expect(driver.session.mailbox?.hasUnannounced == true)
        driver.server("* 3 EXISTS\r\n")
        #expect(driver.session.mailbox?.hasUnannounced == false)
        let append = try driver.submit(.append(AppendCommand(.inbox, size: 3)))
        driver.server("\(append) OK [APPENDUID 7 4] x\r\n")
        #expect(driver.session.mailbox?.hasUnannounced == true)
        let noop = try driver.submit(.noop)
        driver.server("\(noop) OK x\r\n")
        #expect(driver.session.mailbox?.hasUnannounced == false)
    }

    @Test("IDLE is ended once and has one continuation")
    func idle() throws {
        var driver = try SessionDriver.signedIn(selected: .inbox)
        let tag = try driver.submit(.idle)
        driver.server("* 4 EXISTS\r\n")
        #expect(driver.session.endIdle() == nil)
        driver.server("+ idling\r\n* 5 EXISTS\r\n")
        #expect(driver.events.contains(.proceed(tag, Array("idling".utf8))))
        #expect(driver.session.endIdle() == Array("DONE\r\n".utf8))
        #expect(driver.session.endIdle() == nil)
        driver.server("\(tag) OK\r\n")
        #expect(driver.completed[tag] != nil)
        try driver.submit(.idle)
        driver.server("+ a\r\n+ b\r\n")
        #expect(driver.failure?.cause == .violation(.tooManyChallenges))
    }

    @Test("A refused literal is never sent")
    func refusedLiteral() throws {
        var driver = try SessionDriver.signedIn("IMAP4rev1", selected: .inbox)
        let tag = try driver.submit(.append(AppendCommand(.inbox, size: 3)))
        driver.server("\(tag) NO [TRYCREATE] no\r\n")
        #expect(driver.failed[tag]?.cause == .refused(.no, .tryCreate))
        let again = try driver.submit(.append(AppendCommand(.inbox, size: 3)))
        driver.server("\(again) OK [APPENDUID 7 5] x\r\n")
        #expect(driver.failure?.cause == .violation(.answerBeforeContent))
    }

    @Test("An alert is passed on unchanged")
    func alerts() throws {
        var driver = try SessionDriver.signedIn()
        driver.server("* OK [ALERT] Maintenance\u{1B}[2J\r\n* NO ordinary\r\n")
        #expect(driver.events == [.alert(Array("Maintenance\u{1B}[2J".utf8))])
        let tag = try driver.submit(.noop)
        driver.server("\(tag) OK [ALERT] Read this\r\n")
        #expect(driver.completed[tag]?.alert == Array("Read this".utf8))
    }

    @Test("CLOSED separates the data of two mailboxes")
    func boundaries() throws {
        var driver = try SessionDriver.signedIn()
        try driver.submit(.enable([.qresync]))
        driver.server("* ENABLED QRESYNC\r\nA1 OK\r\n")
        try driver.submit(.select(SelectCommand(.inbox)))
        driver.server("* 3 EXISTS\r\nA2 OK\r\n")
        let other = try Self.mailbox("Sent")
        let tag = try driver.submit(.select(SelectCommand(other)))
        driver.server("* 4 EXISTS\r\n* OK [CLOSED] x\r\n* 9 EXISTS\r\n\(tag) OK\r\n")
        let places = driver.events.compactMap { event -> EncodedMailboxName? in
            if case .data(.exists, let route) = event { route.mailbox } else { nil }
        }
        #expect(places == [.inbox, .inbox, other])
        #expect(driver.session.mailbox?.messages == 9)
    }

    @Test("LOGOUT ends the session")
    func logout() throws {
        var driver = try SessionDriver.signedIn()
        let tag = try driver.submit(.logout)
        driver.server("* BYE so long\r\n\(tag) OK\r\n")
        #expect(driver.events == [.goodbye, .completed(tag, CommandResult())] || driver.events.first == .goodbye)
        #expect(driver.session.isOver)
    }
}
