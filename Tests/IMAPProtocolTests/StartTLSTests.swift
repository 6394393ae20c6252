import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol

/// Attacks between client and server before TLS, as EAST lists them for IMAP clients ["Why TLS Is Better Without
/// STARTTLS", USENIX Security 2021].
@Suite("Attacks before TLS", .holds("PX1", "PX2", "M04"))
struct StartTLSTests {
    enum Outcome: Sendable, Equatable {
        /// The session ends for this reason.
        case ends(IMAPFailure.Cause)
        /// The input is ignored, and TLS begins.
        case passedOver
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let greeting: String
        let before: String
        let answer: String
        let outcome: Outcome

        init(
            _ name: String, greeting: String = "* OK ready\r\n", before: String = "",
            answer: String = "A1 OK begin\r\n",
            _ outcome: Outcome
        ) {
            self.name = name
            self.greeting = greeting
            self.before = before
            self.answer = answer
            self.outcome = outcome
        }

        var testDescription: String { name }
    }

    private static let dismissed = Outcome.ends(.dismissed(nil))
    private static let notIMAP = Outcome.ends(.notIMAP)

    static let rows: [Row] = [
        Row("an honest server", .passedOver),
        Row("one that says what it can", greeting: "* OK [CAPABILITY IMAP4rev1 STARTTLS] x\r\n", .passedOver),
        Row("no STARTTLS offered", greeting: "* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] x\r\n", .passedOver),
        Row("no capabilities at all", greeting: "* OK [CAPABILITY] x\r\n", .passedOver),
        Row("IMAP4 alone", greeting: "* OK [CAPABILITY IMAP4] x\r\n", .passedOver),
        Row("STARTTLS refused with NO", answer: "A1 NO not now\r\n", .ends(.noTLS)),
        Row("STARTTLS refused with BAD", answer: "A1 BAD what\r\n", .ends(.noTLS)),
        Row("STARTTLS answered with a continuation", answer: "+ go on\r\n", .ends(.violation(.continuationForNothing))),
        Row("an answer to another command", answer: "A2 OK begin\r\n", .ends(.violation(.answerToNothing))),
        Row(
            "an answer before the question", before: "A1 OK begin\r\n", answer: "", .ends(.violation(.answerToNothing))),
        Row("PREAUTH", greeting: "* PREAUTH hello\r\n", .ends(.preauthenticatedWithoutTLS)),
        Row(
            "PREAUTH with STARTTLS", greeting: "* PREAUTH [CAPABILITY IMAP4rev1 STARTTLS] x\r\n",
            .ends(.preauthenticatedWithoutTLS)),
        Row(
            "PREAUTH without STARTTLS", greeting: "* PREAUTH [CAPABILITY IMAP4rev1] x\r\n",
            .ends(.preauthenticatedWithoutTLS)),
        Row(
            "PREAUTH with every mechanism", greeting: "* PREAUTH [CAPABILITY IMAP4rev1 AUTH=PLAIN AUTH=LOGIN] x\r\n",
            .ends(.preauthenticatedWithoutTLS)),
        Row(
            "PREAUTH with LOGINDISABLED", greeting: "* PREAUTH [CAPABILITY IMAP4rev1 LOGINDISABLED] x\r\n",
            .ends(.preauthenticatedWithoutTLS)),
        Row("PREAUTH with nothing", greeting: "* PREAUTH [CAPABILITY] x\r\n", .ends(.preauthenticatedWithoutTLS)),
        Row("PREAUTH after the greeting", before: "* PREAUTH x\r\n", .ends(.violation(.secondGreeting))),
        Row("BYE for a greeting", greeting: "* BYE go away\r\n", dismissed),
        Row("BYE after it", before: "* BYE go away\r\n", dismissed),
        Row("NO for a greeting", greeting: "* NO\r\n", notIMAP),
        Row("BAD for a greeting", greeting: "* BAD\r\n", notIMAP),
        Row("a tagged greeting", greeting: "A1 OK ready\r\n", notIMAP),
        Row("SMTP", greeting: "220 mx ESMTP\r\n", notIMAP),
        Row("POP3", greeting: "+OK ready\r\n", notIMAP), Row("HTTP", greeting: "HTTP/1.1 400 Bad Request\r\n", notIMAP),
        Row("SSH", greeting: "SSH-2.0-OpenSSH_9.2\r\n", notIMAP),
        Row("a continuation for a greeting", greeting: "+ hello\r\n", notIMAP),
        Row("data for a greeting", greeting: "* CAPABILITY IMAP4rev1\r\n", notIMAP),
        Row("mail for a greeting", greeting: "* 1 EXISTS\r\n", notIMAP),
        Row("a second greeting", before: "* OK again\r\n", .passedOver),
        Row("octets that are no text", greeting: "\u{1}\u{2}\u{3}\r\n", notIMAP),
        Row("an alert for the user", before: "* OK [ALERT] Call this number\r\n", .passedOver),
        Row("an alert in the greeting", greeting: "* OK [ALERT] Call this number\r\n", .passedOver),
        Row("an alert with a refusal", answer: "A1 NO [ALERT] Turn encryption off\r\n", .ends(.noTLS)),
        Row("BADCHARSET", before: "* NO [BADCHARSET (x)] text\r\n", .passedOver),
        Row("PARSE", before: "* NO [PARSE] text\r\n", .passedOver),
        Row("a referral", before: "* OK [REFERRAL imap://evil.example/] x\r\n", .passedOver),
        Row("a referral in the greeting", greeting: "* BYE [REFERRAL imap://evil.example/] x\r\n", dismissed),
        Row("a referral with a refusal", answer: "A1 NO [REFERRAL imap://evil.example/] x\r\n", .ends(.noTLS)),
        Row("capabilities", before: "* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n", .passedOver),
        Row("a list", before: "* LIST () \"/\" evil\r\n", .passedOver),
        Row("a subscription", before: "* LSUB () \"/\" evil\r\n", .passedOver),
        Row("a status", before: "* STATUS INBOX (MESSAGES 9)\r\n", .passedOver),
        Row("a search", before: "* SEARCH 1\r\n", .passedOver),
        Row("flags", before: "* FLAGS (\\Seen)\r\n", .passedOver), Row("EXISTS", before: "* 9 EXISTS\r\n", .passedOver),
        Row("RECENT", before: "* 9 RECENT\r\n", .passedOver), Row("EXPUNGE", before: "* 1 EXPUNGE\r\n", .passedOver),
        Row("a FETCH", before: "* 1 FETCH (UID 1 BODY[] {3}\r\nabc)\r\n", .passedOver),
        Row("NAMESPACE", before: "* NAMESPACE NIL NIL NIL\r\n", .passedOver),
        Row("ENABLED", before: "* ENABLED QRESYNC\r\n", .passedOver),
        Row("ID", before: "* ID NIL\r\n", .passedOver), Row("something new", before: "* FROB x\r\n", .passedOver),
        Row("an answer in the same segment", answer: "A1 OK begin\r\nA2 OK signed in\r\n", .ends(.plaintextBeforeTLS)),
        Row("data in the same segment", answer: "A1 OK begin\r\n* 1 EXISTS\r\n", .ends(.plaintextBeforeTLS)),
        Row(
            "capabilities in the same segment", answer: "A1 OK begin\r\n* CAPABILITY IMAP4rev1 AUTH=LOGIN\r\n",
            .ends(.plaintextBeforeTLS)),
        Row("half a line in the same segment", answer: "A1 OK begin\r\nA2 O", .ends(.plaintextBeforeTLS)),
        Row("one octet in the same segment", answer: "A1 OK begin\r\n ", .ends(.plaintextBeforeTLS)),
        Row("a line end in the same segment", answer: "A1 OK begin\r\n\n", .ends(.plaintextBeforeTLS)),
        Row("a bare LF, and data", answer: "A1 OK begin\n* 1 EXISTS\r\n", .ends(.plaintextBeforeTLS)),
        Row("a BYE in the same segment", answer: "A1 OK begin\r\n* BYE\r\n", .ends(.plaintextBeforeTLS)),
        Row("capabilities with the answer", answer: "A1 OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] begin\r\n", .passedOver),
        Row(
            "a line without an end", before: String(repeating: "a", count: 65_537),
            .ends(.framing(.lineTooLong(limit: 65_536)))),
        Row(
            "a literal without measure", before: "* LIST () NIL {99999999999}\r\n",
            .ends(.framing(.literalTooLong(limit: 65_507)))),
        Row("COMPRESS", before: "* OK [COMPRESSIONACTIVE] x\r\n", .passedOver),
        Row("garbage", before: "garbage\r\n", .ends(.malformed(ResponseError(offset: 7, fault: .unexpectedEnd)))),
    ]

    @Test("Sends no secrets before TLS and trusts nothing that was received before", arguments: rows)
    func attack(_ row: Row) throws {
        var driver = SessionDriver(.startTLS)
        driver.server(row.greeting)
        for command in Self.secretCommands {
            #expect(throws: CommandError.self, "\(row.name)") { try driver.submit(command) }
        }
        driver.server(row.before)
        if driver.failure == nil {
            try driver.submit(.startTLS)
            #expect(throws: CommandError.self, "\(row.name)") { try driver.submit(Self.secretCommands[0]) }
            driver.server(row.answer)
        }
        #expect(driver.written.isEmpty || driver.written == Array("A1 STARTTLS\r\n".utf8), "\(row.name)")
        switch row.outcome {
        case .ends(let cause):
            #expect(driver.failure?.cause == cause, "\(row.name)")
            #expect(driver.failure?.text == [], "\(row.name)")
            #expect(throws: CommandError.self, "\(row.name)") { try driver.submit(Self.secretCommands[0]) }
        case .passedOver:
            #expect(driver.failure == nil, "\(row.name)")
            #expect(driver.events == [.greeted(isAuthenticated: false), .startTLS], "\(row.name)")
            driver.session.tlsStarted()
            #expect(driver.session.capabilities == .none, "\(row.name)")
            #expect(driver.session.mailbox == nil && !driver.session.isAuthenticated, "\(row.name)")
        }
    }

    private static let secretCommands: [IMAPCommand] = [
        .login(user: Array("kim".utf8), password: Password(Array("secret".utf8))),
        .authenticate(mechanism: "PLAIN", initialResponse: nil), .noop, .capability, .id([]),
        .select(SelectCommand(.inbox)), .append(AppendCommand(.inbox, size: 3)), .list(ListCommand()),
        .enable([.qresync]),
    ]

    @Test("The same attacks, one byte at a time", arguments: rows)
    func octets(_ row: Row) throws {
        // Data that must arrive in one segment is another attack if it is split: it arrives during the handshake.
        var driver = SessionDriver(.startTLS)
        for octet in row.greeting.utf8 { driver.server([octet]) }
        for octet in row.before.utf8 { driver.server([octet]) }
        if driver.failure == nil {
            try driver.submit(.startTLS)
            for octet in row.answer.utf8 { driver.server([octet]) }
        }
        guard row.outcome == .ends(.plaintextBeforeTLS) else {
            #expect((driver.failure == nil) == (row.outcome == .passedOver), "\(row.name)")
            return
        }
        #expect(driver.events.last == .startTLS, "\(row.name)")
        #expect(throws: CommandError.self) { try driver.submit(Self.secretCommands[0]) }
    }
}
