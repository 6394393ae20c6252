import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import Platform
import Testing

@Suite("IMAP client", .onOwnThreads, .holds("Y17", "Y19", "PX1"))
struct IMAPClientTests {
    static let session = """
        S: * OK [CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED] ready
        C: A1 STARTTLS
        S: A1 OK begin
        -- TLS
        C: A2 CAPABILITY
        S: * CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR
        S: A2 OK
        C: A3 AUTHENTICATE PLAIN AGtpbQBzZWNyZXQ=
        S: A3 OK [CAPABILITY IMAP4rev1 LITERAL+ ENABLE QRESYNC CONDSTORE ESEARCH UIDPLUS IDLE LIST-STATUS SPECIAL-USE] in
        C: A4 ENABLE QRESYNC
        S: * ENABLED QRESYNC
        S: A4 OK
        C: A5 LIST "" "*" RETURN (STATUS (MESSAGES))
        S: * LIST (\\Drafts) "/" Drafts
        S: * STATUS Drafts (MESSAGES 0)
        S: * LIST () "/" INBOX
        S: * STATUS INBOX (MESSAGES 3)
        S: A5 OK
        C: A6 SELECT INBOX (QRESYNC (7 90))
        S: * 3 EXISTS
        S: * OK [UIDVALIDITY 7] x
        S: * OK [HIGHESTMODSEQ 95] x
        S: * VANISHED (EARLIER) 4:5
        S: * 1 FETCH (UID 1 FLAGS (\\Seen) MODSEQ (93))
        S: A6 OK [READ-WRITE] done
        C: A7 UID SEARCH RETURN (ALL) ALL
        S: * ESEARCH (TAG "A7") UID ALL 1:3
        S: A7 OK
        C: A8 UID FETCH 1:3 (UID FLAGS BODY.PEEK[])
        S: * 1 FETCH (UID 1 FLAGS (\\Seen) BODY[] {5}
        S~ hello
        S: )
        S: * 2 FETCH (UID 2 FLAGS () BODY[] "quoted")
        S: * 3 FETCH (BODY[] {0}
        S: UID 3)
        S: A8 OK
        C: A9 UID STORE 1 +FLAGS (\\\\Deleted)
        S: * 1 FETCH (UID 1 FLAGS (\\Seen \\Deleted))
        S: A9 OK
        C: A10 UID EXPUNGE 1
        S: * VANISHED 1
        S: A10 OK
        C: A11 APPEND Drafts (\\\\Draft) {14+}
        C: <message, 14 octets>
        C: 
        S: A11 OK [APPENDUID 8 12] done
        C: A12 IDLE
        S: + idling
        S: * 3 EXISTS
        C: DONE
        S: A12 OK
        C: A13 LOGOUT
        S: * BYE so long
        S: A13 OK
        """

    private static let message = Array("Subject: a\r\n\r\n".utf8)

    /// Does what petrel does, from the greeting to LOGOUT.
    static func converse(_ client: IMAPClient) async throws -> FetchedMessageCollector {
        try await client.open()
        let initial = try #require(Base64Line(Array("AGtpbQBzZWNyZXQ=".utf8)))
        try await client.signIn("PLAIN", initialResponse: initial) { _ in nil }
        #expect(try await client.enable([.qresync]) == [Array("QRESYNC".utf8)])
        var list = ListCommand()
        list.returnsStatus = [.messages]
        let listed = try await client.list(list)
        #expect(listed.mailboxes.map(\.name?.description) == ["Drafts", "INBOX"] && listed.statuses.count == 2)
        var select = SelectCommand(.inbox)
        select.resynchronization = .qresync(
            try #require(UIDValidity(rawValue: 7)), try #require(ModSequence(rawValue: 90)))
        var changes = FetchedMessageCollector()
        let mailbox = try await client.select(select) { changes.take($0) }
        #expect(mailbox.messages == 3 && changes.vanished.count == 2 && changes.messages.count == 1)
        let found = try await client.search(SearchCommand(.all))
        #expect(found.count == 3)
        var fetched = FetchedMessageCollector()
        try await client.fetch(FetchCommand(found, [.flags, .content(.whole)])) { fetched.take($0) }
        var store = StoreCommand(UIDSet(.first), .add, [.deleted])
        store.isSilent = false
        #expect(try await client.store(store).first?.flags?.contains(.deleted) == true)
        try await client.expunge(UIDSet(.first))
        #expect(await client.mailbox?.messages == 2)
        var append = AppendCommand(try IMAPFixture.mailbox("Drafts"), size: message.count)
        append.flags = [.draft]
        let appended = try await client.append(append, MessageSource(message))
        #expect(appended?.uid.rawValue == 12)
        try await client.idle(for: .seconds(60)) { delivery in
            if case .data(.exists(3), _, _) = delivery { await client.endIdle() }
        }
        await client.close()
        return fetched
    }

    @Test("A session from the greeting to LOGOUT", arguments: [Int.max, 1, 7])
    func whole(_ piece: Int) async throws {
        let fixture = IMAPFixture(Self.session, .startTLS, piece: piece)
        let fetched = try await Self.converse(fixture.client)
        #expect(fetched.contents.map { String(decoding: $0, as: UTF8.self) } == ["hello", "quoted", ""])
        #expect(fetched.messages.map(\.uid?.rawValue) == [1, 2, 3])
        #expect(fixture.server.faults == [] && fixture.server.isFinished)
        #expect(fixture.server.content == [Self.message])
        #expect(fixture.server.heardInClear == Array("A1 STARTTLS\r\n".utf8))
    }

    @Test("The transcript shows the session without secrets", .holds("PX7"))
    func transcript() async throws {
        let fixture = IMAPFixture(Self.session, .startTLS)
        _ = try await Self.converse(fixture.client)
        let lines = await fixture.client.transcript.lines
        let text = lines.joined(separator: "|")
        #expect(!text.contains("AGtpbQ") && !text.contains("Subject: a") && !text.contains("hello"))
        #expect(lines.contains("C: A1 STARTTLS") && lines.contains("S: A1 OK begin") && lines.contains("C: DONE"))
        #expect(lines.contains { $0.hasPrefix("C: A11 APPEND Drafts") })
    }

    @Test(
        "A cut anywhere is an error, and only STARTTLS is sent in the clear",
        .holds("PX2"))
    func cuts() async throws {
        let whole = IMAPFixture(Self.session, .startTLS)
        _ = try await Self.converse(whole.client)
        let counts = whole.server.counts
        // The answer to LOGOUT may be missing, because the client does not wait for it.
        let lastAnswer = "S: * BYE so long\r\nS: A13 OK\r\n".utf8.count
        for count in 0..<(counts.said - lastAnswer) {
            for cut in [ScriptedServer.Cut.saying(count), .ending(count)] {
                let fixture = IMAPFixture(Self.session, .startTLS, cut: cut, timeouts: IMAPFixture.impatient)
                await #expect(throws: IMAPClientError.self, "\(cut)") { try await Self.converse(fixture.client) }
                #expect(fixture.server.isClosed, "\(cut)")
                #expect("A1 STARTTLS\r\n".utf8.starts(with: fixture.server.heardInClear), "\(cut)")
            }
        }
        for count in 0..<(counts.heard - "A13 LOGOUT\r\n".utf8.count) {
            let fixture = IMAPFixture(Self.session, .startTLS, cut: .hearing(count), timeouts: IMAPFixture.impatient)
            await #expect(throws: IMAPClientError.self, "after \(count) octets of the client") {
                try await Self.converse(fixture.client)
            }
            #expect(fixture.server.isClosed, "after \(count) octets of the client")
        }
    }

    @Test("Answers challenges, and sends the initial response without SASL-IR")
    func challenges() async throws {
        let fixture = IMAPFixture(
            """
            S: * OK hello
            C: A1 CAPABILITY
            S: * CAPABILITY IMAP4rev1 AUTH=X
            S: A1 OK
            C: A2 AUTHENTICATE X
            S: + 
            C: Zmlyc3Q=
            S: + c2Vjb25k
            C: dGhpcmQ=
            S: A2 OK [CAPABILITY IMAP4rev1] in
            """)
        try await fixture.client.open()
        let first = try #require(Base64Line(Array("Zmlyc3Q=".utf8)))
        var challenges: [[UInt8]] = []
        try await fixture.client.signIn("X", initialResponse: first) { challenge in
            challenges.append(challenge)
            return Base64Line(Array("dGhpcmQ=".utf8))
        }
        #expect(challenges == [Array("c2Vjb25k".utf8)])
        #expect(await fixture.client.isAuthenticated)
        #expect(fixture.server.faults == [])
    }

    @Test("Cancelling a mechanism is reported to the server")
    func givingUp() async throws {
        let fixture = IMAPFixture(
            """
            S: * OK [CAPABILITY IMAP4rev1 AUTH=X] hello
            C: A1 AUTHENTICATE X
            S: + eA==
            C: *
            S: A1 BAD cancelled
            """)
        try await fixture.client.open()
        await #expect(
            throws: IMAPClientError.session(
                IMAPFailure(.authenticationRefused, .account, .never, text: Array("cancelled".utf8)))
        ) {
            try await fixture.client.signIn("X", initialResponse: nil) { _ in nil }
        }
        #expect(fixture.server.faults == [])
    }

    @Test("A literal waits for the server, and is not sent after a refusal")
    func literals() async throws {
        let plain = "IMAP4rev1"
        let asked = IMAPFixture(
            IMAPFixture.selected(
                """
                C: A2 APPEND INBOX () {14}
                S: + go on
                C: <message, 14 octets>
                C: 
                S: A2 OK
                """, capabilities: plain))
        try await asked.select()
        #expect(try await asked.client.append(AppendCommand(.inbox, size: 14), MessageSource(Self.message)) == nil)
        #expect(asked.server.faults == [] && asked.server.content == [Self.message])
        let refused = IMAPFixture(
            IMAPFixture.selected(
                """
                C: A2 APPEND INBOX () {14}
                S: A2 NO [TRYCREATE] no
                C: A3 NOOP
                S: A3 OK
                """, capabilities: plain))
        try await refused.select()
        await #expect(throws: IMAPClientError.self) {
            try await refused.client.append(AppendCommand(.inbox, size: 14), MessageSource(Self.message))
        }
        try await refused.client.run(.noop)
        #expect(refused.server.faults == [] && refused.server.content == [])
    }

    @Test("A pipelined literal waits for the server too")
    func literalInFlight() async throws {
        let fixture = IMAPFixture(
            IMAPFixture.selected(
                """
                C: A2 UID FETCH 1 (UID FLAGS)
                C: A3 APPEND INBOX () {14}
                S: * 1 FETCH (UID 1 FLAGS ())
                S: A2 OK
                S: + go on
                C: <message, 14 octets>
                C: 
                S: A3 OK
                C: A4 NOOP
                S: A4 OK
                """, capabilities: "IMAP4rev1"))
        try await fixture.select()
        let pipeline: [IMAPCommand] = [
            .fetch(FetchCommand(UIDSet(.first), [.flags])), .append(AppendCommand(.inbox, size: 14)), .noop,
        ]
        let results = try await fixture.client.run(pipeline: pipeline, contents: [1: MessageSource(Self.message)])
        #expect(results.allSatisfy { (try? $0.get()) != nil })
        #expect(fixture.server.faults == [] && fixture.server.content == [Self.message])
    }

    @Test("Several messages are appended before the first answer, and each has its own result")
    func severalMessages() async throws {
        let fixture = IMAPFixture(
            IMAPFixture.selected(
                """
                C: A2 APPEND INBOX () {14+}
                C: <message, 14 octets>
                C: 
                C: A3 APPEND INBOX () {3+}
                C: <message, 3 octets>
                C: 
                C: A4 APPEND INBOX () {14+}
                C: <message, 14 octets>
                C: 
                S: * 5 EXISTS
                S: A2 OK [APPENDUID 7 12] done
                S: A3 NO [OVERQUOTA] full
                S: A4 OK [APPENDUID 7 13] done
                """))
        try await fixture.select()
        let texts = [Self.message, Array("a\r\n".utf8), Self.message]
        let results = try await fixture.client.append(
            texts.map { (AppendCommand(.inbox, size: $0.count), MessageSource($0)) })
        #expect(results.map { (try? $0.get())??.uid.rawValue } == [12, nil, 13])
        #expect((try? results[1].get()) == nil)
        #expect(fixture.server.faults == [] && fixture.server.content == texts)
    }

    @Test("Without LITERAL+, each message waits for the server, and those after a refused one are appended")
    func severalMessagesOneByOne() async throws {
        let fixture = IMAPFixture(
            IMAPFixture.selected(
                """
                C: A2 APPEND INBOX () {14}
                S: A2 NO too many
                C: A3 APPEND INBOX () {3}
                S: + go on
                C: <message, 3 octets>
                C: 
                S: A3 OK
                """, capabilities: "IMAP4rev1"))
        try await fixture.select()
        let texts = [Self.message, Array("a\r\n".utf8)]
        let results = try await fixture.client.append(
            texts.map { (AppendCommand(.inbox, size: $0.count), MessageSource($0)) })
        #expect(results.map { if case .success = $0 { true } else { false } } == [false, true])
        #expect(fixture.server.faults == [] && fixture.server.content == [texts[1]])
    }

    @Test("A large message has all the time that it needs while parts of it are written", .timeLimit(.minutes(1)))
    func slowMessage() async throws {
        let size = 8 * 65_536
        let fixture = IMAPFixture(
            IMAPFixture.selected(
                """
                C: A2 APPEND INBOX () {\(size)+}
                C: <message, \(size) octets>
                C: 
                S: A2 OK [APPENDUID 7 12] done
                """), timeouts: IMAPFixture.impatient)
        try await fixture.select()
        // All of it takes longer than an answer may take.
        let slow = MessageSource { (offset, count) async throws(MessageSource.Failure) in
            try? await Task.sleep(for: .milliseconds(100))
            return [UInt8](repeating: 0x61, count: min(count, size - offset))
        }
        let appended = try await fixture.client.append(AppendCommand(.inbox, size: size), slow)
        #expect(appended?.uid.rawValue == 12 && fixture.server.faults == [])
    }

    @Test("A message that ends too early ends the connection and is not stored")
    func shortMessage() async throws {
        let fixture = IMAPFixture(IMAPFixture.selected("C: A2 APPEND INBOX () {20+}\nC: <message, 20 octets>\nC: "))
        try await fixture.select()
        await #expect(throws: IMAPClientError.content(nil)) {
            try await fixture.client.append(AppendCommand(.inbox, size: 20), MessageSource(Self.message))
        }
        #expect(fixture.server.content == [] && fixture.server.isClosed)
        let unreadable = IMAPFixture(IMAPFixture.selected("C: A2 APPEND INBOX () {20+}\nC: <message, 20 octets>\nC: "))
        try await unreadable.select()
        let failure = MessageSource.Failure("The file is gone.")
        await #expect(throws: IMAPClientError.content(failure)) {
            let source = MessageSource { (_, _) async throws(MessageSource.Failure) in throw failure }
            _ = try await unreadable.client.append(AppendCommand(.inbox, size: 20), source)
        }
    }

    @Test("Pipelined commands are sent before the first answer, and a refusal stops none")
    func flights() async throws {
        let fixture = IMAPFixture(
            IMAPFixture.selected(
                """
                C: A2 UID FETCH 1:2 (UID FLAGS)
                C: A3 UID SEARCH RETURN (ALL) ALL
                C: A4 STATUS gone (MESSAGES)
                C: A5 UID FETCH 3:4294967295 (UID FLAGS)
                S: * 1 FETCH (UID 1 FLAGS ())
                S: A2 OK
                S: * ESEARCH (TAG "A3") UID ALL 1:3
                S: A3 OK
                S: A4 NO [NONEXISTENT] no
                S: * 3 FETCH (UID 9 FLAGS ())
                S: A5 OK
                C: A6 UID EXPUNGE 9
                S: A6 OK
                """))
        try await fixture.select()
        var owners: [Int?] = []
        let results = try await fixture.client.run(pipeline: [
            .fetch(FetchCommand(try IMAPFixture.set("1:2"), [.flags])), .search(SearchCommand(.all)),
            .status(try IMAPFixture.mailbox("gone"), [.messages]),
            .fetch(FetchCommand(try IMAPFixture.set("3:4294967295"), [.flags])),
        ]) { delivery in
            if case .data(_, let owner, _) = delivery { owners.append(owner) }
        }
        #expect(owners == [0, 1, 3])
        #expect(results.map { (try? $0.get()) != nil } == [true, true, false, true])
        try await fixture.client.expunge(try IMAPFixture.set("9"))
        #expect(fixture.server.faults == [])
    }

    @Test("IDLE ends on a timeout, or when the server ends it")
    func idle() async throws {
        let script = IMAPFixture.selected(
            "C: A2 IDLE\nS: + idling\nC: DONE\nS: A2 OK\nC: A3 IDLE\nS: + idling\nS: A3 OK enough")
        let fixture = IMAPFixture(script)
        try await fixture.select()
        try await fixture.client.idle(for: .milliseconds(50)) { _ in }
        try await fixture.client.idle(for: .seconds(60)) { _ in }
        #expect(fixture.server.faults == [] && fixture.server.isFinished)
        let early = IMAPFixture(IMAPFixture.selected("C: A2 IDLE\nS: * 4 EXISTS\nS: + idling\nC: DONE\nS: A2 OK"))
        try await early.select()
        try await early.client.idle(for: .seconds(60)) { _ in await early.client.endIdle() }
        #expect(early.server.faults == [] && early.server.isFinished)
        let deaf = IMAPFixture(
            IMAPFixture.selected("C: A2 IDLE\nS: + idling\nC: DONE\n-- silence"), timeouts: IMAPFixture.impatient)
        try await deaf.select()
        await #expect(throws: IMAPClientError.stream(.timedOut)) {
            try await deaf.client.idle(for: .milliseconds(50)) { _ in }
        }
        #expect(deaf.server.isClosed)
    }

    @Test("Commands follow DONE at once, and count changes that the server reports before it confirms")
    func commandsAfterIdle() async throws {
        let script = IMAPFixture.selected(
            "C: A2 IDLE\nS: + idling\nS: * 4 EXISTS\nC: DONE\nC: A3 LIST \"\" \"*\"\nS: * 5 EXISTS\nS: A2 OK\n"
                + "S: * 6 EXISTS\nS: * LIST () \"/\" INBOX\nS: A3 OK")
        let fixture = IMAPFixture(script)
        let client = fixture.client
        try await fixture.select()
        var names: [EncodedMailboxName?] = []
        let results = try await client.idle(for: .seconds(60)) { delivery in
            if case .data(.list(let mailbox), 0?, _) = delivery { Issue.record("\(mailbox) answers IDLE") }
            if case .data(.list(let mailbox), 1?, _) = delivery { names.append(mailbox.name) }
            if case .data(.exists, nil, _) = delivery { await client.endIdle(asking: [.list(ListCommand())]) }
        }
        #expect(results.count == 1 && names == [.inbox])
        let (before, now) = await (client.changeCountAfterFirstCommand, client.unsolicitedChangeCount)
        #expect(now - before == 1)
        #expect(fixture.server.faults == [] && fixture.server.isFinished)
    }

    @Test("A server that is silent after DONE is left after the usual time")
    func silentAfterDone() async throws {
        let fixture = IMAPFixture(
            IMAPFixture.selected("C: A2 IDLE\nS: + idling\nS: * 4 EXISTS\nC: DONE\n-- silence"),
            timeouts: IMAPFixture.impatient)
        let client = fixture.client
        try await fixture.select()
        await #expect(throws: IMAPClientError.stream(.timedOut)) {
            try await client.idle(for: .seconds(600)) { _ in await client.endIdle() }
        }
        #expect(fixture.server.isClosed)
    }

    @Test("Times out if the server is silent or too slow", .timeLimit(.minutes(1)))
    func silence() async throws {
        let silent = IMAPFixture("-- silence", timeouts: IMAPFixture.impatient)
        await #expect(throws: IMAPClientError.stream(.timedOut)) { try await silent.client.open() }
        #expect(silent.server.isClosed)
        var patience = IMAPFixture.impatient
        patience.exchange = .seconds(1)
        let chatty = IMAPFixture(
            IMAPFixture.selected(
                "C: A2 NOOP\n" + String(repeating: "S: * OK Still here\n", count: 20_000) + "-- silence"),
            piece: 1, timeouts: patience)
        try await chatty.select()
        await #expect(throws: IMAPClientError.stream(.timedOut)) { try await chatty.client.run(.noop) }
    }

    @Test("Gives up a server that sends without end before the sign-in", .timeLimit(.minutes(1)), .holds("PY6"))
    func endless() async throws {
        var patience = IMAPFixture.impatient
        patience.exchange = .seconds(3600)
        patience.signIn = .seconds(1)
        let endless = IMAPFixture(
            "S: * OK hello\nC: A1 NOOP\n" + String(repeating: "S: * OK Still here\n", count: 20_000) + "-- silence",
            piece: 1, timeouts: patience)
        try await endless.client.open()
        await #expect(throws: IMAPClientError.stream(.timedOut)) { try await endless.client.run(.noop) }
        #expect(endless.server.isClosed)
    }

    @Test("Sends nothing over an unencrypted stream")
    func streams() async throws {
        let server = ScriptedServer("S: * OK hello", isEncrypted: false)
        let client = IMAPClient(server, .implicitTLS, timeouts: IMAPFixture.impatient, clock: SystemClock())
        await #expect(throws: IMAPClientError.session(IMAPFailure(.noTLS, .account, .never))) {
            try await client.open()
        }
        #expect(server.heardInClear == [])
    }
}
