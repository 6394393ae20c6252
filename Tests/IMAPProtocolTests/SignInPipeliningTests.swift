import IMAPProtocol
import MailTestSupport
import MailTypes
import Testing

@Suite("Commands pipelined after authentication", .holds("Y15", "PX1"))
struct SignInPipeliningTests {
    private static let secret = Base64Line(Array("AGtpbQBzZWNyZXQ=".utf8))
    private static let signIn = IMAPCommand.authenticate(mechanism: "PLAIN", initialResponse: secret)
    private static let known = Capabilities("IMAP4rev1 ENABLE QRESYNC LIST-STATUS ID NAMESPACE IDLE")

    /// A server that has sent its greeting and whose capabilities are known.
    private static func driver(_ expectation: Capabilities? = known) -> SessionDriver {
        var driver = SessionDriver()
        driver.server("* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN] ready\r\n")
        driver.session.expectation = expectation
        return driver
    }

    private static var listing: IMAPCommand {
        var list = ListCommand()
        list.returnsStatus = [.messages]
        return .list(list)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let command: IMAPCommand
        let isLet: Bool
    }

    private static let rows = [
        Row(testDescription: "NOOP", command: .noop, isLet: true),
        Row(testDescription: "CAPABILITY", command: .capability, isLet: true),
        Row(testDescription: "ENABLE", command: .enable([.qresync]), isLet: true),
        Row(testDescription: "ID", command: .id([]), isLet: true),
        Row(testDescription: "NAMESPACE", command: .namespace, isLet: true),
        Row(testDescription: "LIST", command: listing, isLet: true),
        Row(testDescription: "SELECT", command: .select(SelectCommand(.inbox)), isLet: false),
        Row(testDescription: "CREATE", command: .create(.inbox, nil), isLet: false),
        Row(testDescription: "DELETE", command: .delete(.inbox), isLet: false),
        Row(testDescription: "APPEND", command: .append(AppendCommand(.inbox, size: 3)), isLet: false),
        Row(testDescription: "IDLE", command: .idle, isLet: false),
        Row(testDescription: "another sign-in", command: signIn, isLet: false),
    ]

    @Test("Harmless commands may be sent at once if the capabilities are known", arguments: rows)
    func whichOnes(_ row: Row) throws {
        var driver = Self.driver()
        try driver.submit(Self.signIn)
        if row.isLet {
            try driver.submit(row.command)
        } else {
            #expect(throws: CommandError.self) { try driver.submit(row.command) }
        }
        var stranger = Self.driver(nil)
        try stranger.submit(Self.signIn)
        #expect(throws: CommandError.self) { try stranger.submit(row.command) }
        var asked = Self.driver()
        try asked.submit(.authenticate(mechanism: "SCRAM-SHA-256", initialResponse: nil))
        #expect(throws: CommandError.self) { try asked.submit(row.command) }
    }

    @Test("Responses belong to pipelined commands only after authentication")
    func answers() throws {
        var driver = Self.driver()
        let first = try driver.submit(Self.signIn)
        let enable = try driver.submit(.enable([.qresync]))
        let list = try driver.submit(Self.listing)
        driver.server("* LIST () \"/\" Early\r\n\(first) OK [CAPABILITY IMAP4rev1 IDLE] in\r\n")
        driver.server("* ENABLED QRESYNC\r\n\(enable) OK\r\n* LIST () \"/\" INBOX\r\n\(list) OK\r\n")
        #expect(driver.failure == nil && driver.session.isAuthenticated)
        #expect(driver.session.capabilities == Capabilities("IMAP4rev1 IDLE"))
        #expect(driver.completed[enable]?.enabled == [Array("QRESYNC".utf8)])
        var listed: [CommandTag?] = []
        for case .data(.list, let route) in driver.events { listed.append(route.tag) }
        #expect(listed == [list])
    }

    @Test("A refused authentication ends the session")
    func refused() throws {
        var driver = Self.driver()
        let first = try driver.submit(Self.signIn)
        try driver.submit(Self.listing)
        driver.server("\(first) NO [AUTHENTICATIONFAILED] no\r\n")
        #expect(driver.failure?.cause == .authenticationRefused && driver.failure?.reach == .account)
        #expect(driver.session.isOver)
    }

    @Test("A challenge belongs to the authentication, even with a pipelined command")
    func challenged() throws {
        var driver = Self.driver()
        let first = try driver.submit(Self.signIn)
        try driver.submit(Self.listing)
        driver.server("+ eyJzdGF0dXMiOiI0MDAifQ==\r\n")
        #expect(driver.events.last == .proceed(first, Array("eyJzdGF0dXMiOiI0MDAifQ==".utf8)))
        driver.server("\(first) NO [AUTHENTICATIONFAILED] no\r\n")
        #expect(driver.failure?.cause == .authenticationRefused)
    }
}
