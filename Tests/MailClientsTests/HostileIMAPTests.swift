import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import Testing

/// Malicious or broken servers, by what they send while a command is running.
@Suite("Hostile IMAP servers", .onOwnThreads, .holds("PX5", "PX6", "Y19"))
struct HostileIMAPTests {
    enum Outcome: Sendable {
        /// The command completes as if the data had not been sent.
        case passes
        /// The connection ends with an error.
        case ends
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// Lines of a script.
        let says: String
        let outcome: Outcome

        init(_ name: String, _ says: String..., outcome: Outcome) {
            self.name = name
            self.says = says.map { "S: \($0)" }.joined(separator: "\n")
            self.outcome = outcome
        }

        var testDescription: String { name }
    }

    enum Operation: String, CaseIterable {
        case noop, select, fetch, search, list, status, store, copy, append, idle
    }

    static let rows: [Row] = [
        Row("a literal of 32 bits", "* LIST () NIL {4294967295}", outcome: .ends),
        Row("a literal of 64 bits", "* LIST () NIL {18446744073709551616}", outcome: .ends),
        Row("content of 64 bits", "* 1 FETCH (BODY[] {18446744073709551616}", outcome: .ends),
        Row("a negative literal", "* LIST () NIL {-1}", outcome: .ends),
        Row("a literal with a sign", "* LIST () NIL {+5}", outcome: .ends),
        Row("a literal of letters", "* LIST () NIL {a}", outcome: .ends),
        Row("an empty literal's braces", "* LIST () NIL {}", outcome: .ends),
        Row("a line of 70 KB", "* X " + String(repeating: "x", count: 70_000), outcome: .ends),
        Row("a status of 70 KB", "* OK " + String(repeating: "x", count: 70_000), outcome: .ends),
        Row("50,000 open parentheses", "* 1 FETCH (X " + String(repeating: "(", count: 50_000), outcome: .ends),
        Row(
            "50,000 parentheses",
            "* 1 FETCH (X " + String(repeating: "(", count: 50_000) + String(repeating: ")", count: 50_000) + ")",
            outcome: .passes),
        Row(
            "a structure of 5,000 levels",
            "* 1 FETCH (BODYSTRUCTURE " + String(repeating: "(", count: 5000) + String(repeating: ")", count: 5000)
                + ")", outcome: .passes),
        Row("four thousand million messages", "* 4294967295 EXISTS", outcome: .passes),
        Row("more messages than 32 bits", "* 4294967296 EXISTS", outcome: .ends),
        Row("no messages at all", "* EXISTS", outcome: .passes),
        Row("UID 0", "* 1 FETCH (UID 0 FLAGS ())", outcome: .ends),
        Row("a UID of nothing", "* 1 FETCH (UID  FLAGS ())", outcome: .ends),
        Row("a UID of 33 bits", "* 1 FETCH (UID 4294967296 FLAGS ())", outcome: .ends),
        Row("UIDs that fall", "* 1 FETCH (UID 9 FLAGS ())", "* 2 FETCH (UID 8 FLAGS ())", outcome: .passes),
        Row("one UID twice", "* 1 FETCH (UID 9 FLAGS ())", "* 2 FETCH (UID 9 FLAGS ())", outcome: .passes),
        Row("message 0", "* 0 FETCH (FLAGS ())", outcome: .passes),
        Row("a UIDNEXT that shrinks", "* OK [UIDNEXT 2] x", outcome: .passes),
        Row("UIDNEXT 0", "* OK [UIDNEXT 0] x", outcome: .passes),
        Row("UIDVALIDITY 0", "* OK [UIDVALIDITY 0] x", outcome: .passes),
        Row("a MODSEQ of 64 bits", "* 1 FETCH (UID 1 MODSEQ (18446744073709551615))", outcome: .passes),
        Row("a MODSEQ of 65 bits", "* 1 FETCH (UID 1 MODSEQ (36893488147419103232))", outcome: .ends),
        Row("a HIGHESTMODSEQ of 64 bits", "* OK [HIGHESTMODSEQ 18446744073709551615] x", outcome: .passes),
        Row("a HIGHESTMODSEQ of 65 bits", "* OK [HIGHESTMODSEQ 36893488147419103232] x", outcome: .passes),
        Row("EXPUNGE 0", "* 0 EXPUNGE", outcome: .passes),
        Row("EXPUNGE of no message", "* 4000000 EXPUNGE", outcome: .passes),
        Row("all vanish", "* VANISHED 1:4294967295", outcome: .passes),
        Row("a star vanishes", "* VANISHED 1:*", outcome: .ends),
        Row("a set that ends in a comma", "* VANISHED 1,2,", outcome: .ends),
        Row("a search that ends in a comma", "* ESEARCH ALL 1,2,", outcome: .ends),
        Row("content that was not requested", "* 1 FETCH (UID 77 BODY[] {1}", "x)", outcome: .passes),
        Row("APPENDUID for another command", "* OK [APPENDUID 7 5] x", outcome: .passes),
        Row("COPYUID for another command", "* OK [COPYUID 7 1 5] x", outcome: .passes),
        Row("COPYUID of thousands of millions", "* OK [COPYUID 7 1:4294967295 1:4294967295] x", outcome: .passes),
        Row("BYE", "* BYE", outcome: .ends),
        Row("BYE ten times", Array(repeating: "* BYE", count: 10).joined(separator: "\nS: "), outcome: .ends),
        Row("PREAUTH", "* PREAUTH x", outcome: .ends), Row("BAD", "* BAD what", outcome: .passes),
        Row("NO", "* NO", outcome: .passes),
        Row(
            "BAD a thousand times", Array(repeating: "* BAD", count: 1000).joined(separator: "\nS: "), outcome: .passes),
        Row("an answer to nothing", "A999 OK", outcome: .ends),
        Row("a response with another tag", "B2 OK", outcome: .ends),
        Row("8-bit octets", "* OK \u{FF}\u{80}é", outcome: .passes),
        Row("octets of no meaning", "* \u{1}\u{2}", outcome: .ends),
        Row(
            "a LIST without an end", Array(repeating: "* LIST () \"/\" a/b/c/d", count: 500).joined(separator: "\nS: "),
            outcome: .passes),
        Row("a mailbox that leads up", "* LIST () \"/\" ../../../etc/passwd", outcome: .passes),
        Row("a mailbox with a line end", "* LIST () \"/\" {4}", "a", "b", outcome: .passes),
        Row("a status without a list", "* STATUS INBOX", outcome: .ends),
        Row("a status of nothing", "* STATUS", outcome: .ends),
        Row("a status as a literal", "* STATUS {99999999} (MESSAGES 1)", outcome: .ends),
        Row(
            "a date of 400 octets", "* 1 FETCH (INTERNALDATE \"" + String(repeating: "9", count: 400) + "\")",
            outcome: .passes),
        Row("a size of 30 digits", "* 1 FETCH (RFC822.SIZE 999999999999999999999999999999)", outcome: .ends),
        Row("an ENVELOPE of nothing", "* 1 FETCH (ENVELOPE ())", outcome: .passes),
        Row("half a FETCH", "* 1 FETCH (FLAGS (\\Seen", outcome: .ends),
        Row("content of no octets", "* 1 FETCH (UID 1 BODY[] {0}", ")", outcome: .passes),
        Row("a quoted string without an end", "* LIST () \"/\" \"abc", outcome: .ends),
        Row("a lone star", "*", outcome: .ends),
        Row("a lone tag", "A2", outcome: .ends),
        Row("an alert", "* OK [ALERT] \\x1B[2Jformat your disk", outcome: .passes),
        Row("a referral", "* OK [REFERRAL imap://evil.example/] x", outcome: .passes),
        Row("too much to tell", "* OK [NOTIFICATIONOVERFLOW] x", outcome: .passes),
        Row("a mailbox that is not watched", "* STATUS Elsewhere (MESSAGES 3 UIDNEXT 9)", outcome: .passes),
        Row("1,000 flags", "* FLAGS (" + (0..<1000).map { "k\($0)" }.joined(separator: " ") + ")", outcome: .passes),
        Row(
            "5,000 literals", "* 1 FETCH (X ({0}" + String(repeating: "\nS:  {0}", count: 5000) + "\nS: ))",
            outcome: .ends),
        Row("HTTP", "HTTP/1.1 400 Bad Request", outcome: .ends), Row("SMTP", "220 ready", outcome: .ends),
        Row("a new kind of data", "* FROBNICATED (1 2 3)", outcome: .passes),
        Row("capabilities that go", "* CAPABILITY", outcome: .passes),
    ]

    /// A silent server should not delay a row for long. The other servers answer at once, so these limits suffice on a
    /// busy machine.
    private static let patience = {
        var patience = IMAPFixture.impatient
        patience.greeting = .milliseconds(1500)
        patience.answer = .milliseconds(1500)
        patience.write = .milliseconds(1500)
        return patience
    }()

    static let cases: [(Row, Operation)] = rows.flatMap { row in
        // Each row runs with three commands, which its name determines.
        let start = row.name.utf8.reduce(0) { $0 + Int($1) }
        return (0..<3).map { (row, Operation.allCases[(start + $0 * 3) % Operation.allCases.count]) }
    }

    private static func script(_ row: Row, _ operation: Operation) -> String {
        let line =
            switch operation {
            case .noop: "C: A2 NOOP"
            case .select: "C: A2 SELECT Sent"
            case .fetch: "C: A2 UID FETCH 1:3 (UID FLAGS BODY.PEEK[])"
            case .search: "C: A2 UID SEARCH RETURN (ALL) ALL"
            case .list: "C: A2 LIST \"\" \"*\""
            case .status: "C: A2 STATUS Sent (MESSAGES)"
            case .store: "C: A2 UID STORE 1 +FLAGS.SILENT (\\\\Seen)"
            case .copy: "C: A2 UID COPY 1:3 Sent"
            case .append: "C: A2 APPEND Sent () {3+}\nC: <message, 3 octets>\nC: "
            case .idle: "C: A2 IDLE\nS: + idling"
            }
        // Without a set, the search would be repeated.
        let set = operation == .search ? "S: * ESEARCH (TAG \"A2\") UID ALL 1\n" : ""
        return IMAPFixture.selected("\(line)\n\(row.says)\n\(set)S: A2 OK done\nC: A3 NOOP\nS: A3 OK\n")
    }

    private static func run(_ operation: Operation, on client: IMAPClient) async throws {
        let sent = try IMAPFixture.mailbox("Sent")
        let three = try IMAPFixture.set("1:3")
        switch operation {
        case .noop: try await client.run(.noop)
        case .select: _ = try await client.select(SelectCommand(sent))
        case .fetch:
            var fetched = FetchedMessageCollector()
            try await client.fetch(FetchCommand(three, [.flags, .content(.whole)])) { fetched.take($0) }
        case .search: _ = try await client.search(SearchCommand(.all))
        case .list: _ = try await client.list(ListCommand())
        case .status: _ = try await client.status(of: sent, [.messages])
        case .store: _ = try await client.store(StoreCommand(UIDSet(.first), .add, [.seen]))
        case .copy: #expect(try await client.copy(three, to: sent).allSatisfy { $0.source == three })
        case .append:
            let appended = try await client.append(AppendCommand(sent, size: 3), MessageSource(Array("a\r\n".utf8)))
            #expect(appended == nil)
        case .idle: try await client.idle(for: .seconds(1)) { _ in }
        }
    }

    @Test(
        "Hostile data ends the connection or is ignored, and nothing else is sent", .timeLimit(.minutes(2)),
        arguments: cases
    )
    func hostile(_ row: Row, _ operation: Operation) async throws {
        let fixture = IMAPFixture(Self.script(row, operation), timeouts: Self.patience)
        try await fixture.select()
        let clock = ContinuousClock()
        let start = clock.now
        let note = "\(row.name) at \(operation)"
        switch row.outcome {
        case .passes:
            await #expect(throws: Never.self, "\(note)") {
                try await Self.run(operation, on: fixture.client)
                try await fixture.client.run(.noop)
            }
        case .ends:
            await #expect(throws: IMAPClientError.self, "\(note)") { try await Self.run(operation, on: fixture.client) }
            #expect(await fixture.client.isOver && fixture.server.isClosed, "\(note)")
            await #expect(throws: IMAPClientError.self, "\(note)") { try await fixture.client.run(.noop) }
        }
        #expect(fixture.server.faults == [], "\(note)")
        #expect(clock.now - start < .seconds(5), "\(note)")
    }

    @Test("There are at least 150 cases")
    func count() {
        #expect(Self.cases.count >= 150)
    }

    @Test(
        "Signing in to a hostile server fails",
        arguments: [
            ("a challenge that never ends", String(repeating: "S: + eA==\nC: eA==\n", count: 16) + "S: + eA=="),
            ("success before anything was said", "S: A1 OK [CAPABILITY IMAP4rev1] in"),
            ("a second greeting", "S: * PREAUTH x"),
            ("an answer to another command", "S: A2 OK in"), ("BYE", "S: * BYE no"), ("BAD", "S: A1 BAD no"),
            ("NO", "S: A1 NO"),
            ("silence", "-- silence"), ("the end", ""), ("octets without a line end", "S~ A1 OK in"),
            ("a line of 70 KB", "S: + " + String(repeating: "a", count: 70_000)), ("data", "S: * 1 FETCH (UID 0)"),
        ])
    func signingIn(_ row: String, _ says: String) async throws {
        let script = "S: * OK [CAPABILITY IMAP4rev1 AUTH=X] hello\nC: A1 AUTHENTICATE X\n" + says
        let fixture = IMAPFixture(script, timeouts: IMAPFixture.impatient)
        try await fixture.client.open()
        await #expect(throws: IMAPClientError.self, "\(row)") {
            try await fixture.client.signIn("X", initialResponse: nil) { _ in Base64Line(Array("eA==".utf8)) }
        }
        #expect(await !fixture.client.isAuthenticated, "\(row)")
        #expect(fixture.server.faults == [], "\(row)")
    }
}
