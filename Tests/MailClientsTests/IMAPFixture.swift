import IMAPProtocol
import MailClients
import MailTestSupport
import MailTypes
import Platform
import Testing

/// A client and the server that it is connected to.
struct IMAPFixture {
    let server: ScriptedServer
    let client: IMAPClient

    /// Short timeouts for silent servers.
    static let impatient = {
        var patience = IMAPTimeouts()
        patience.greeting = .milliseconds(300)
        patience.answer = .milliseconds(300)
        patience.exchange = .seconds(3)
        patience.write = .milliseconds(300)
        return patience
    }()

    init(
        _ script: String, _ security: IMAPSession.Security = .implicitTLS, piece: Int = .max,
        cut: ScriptedServer.Cut? = nil, timeouts: IMAPTimeouts = .standard, clock: any Clock = SystemClock()
    ) {
        server = ScriptedServer(script, isEncrypted: security == .implicitTLS, piece: piece, cut: cut)
        client = IMAPClient(server, security, timeouts: timeouts, clock: clock)
    }

    static let capabilities =
        "IMAP4rev1 LITERAL+ UIDPLUS MOVE IDLE ENABLE QRESYNC CONDSTORE ESEARCH ID UNSELECT LIST-STATUS"

    /// Returns a script that starts with a signed-in user and a selected INBOX. `script` continues with tag A2.
    static func selected(_ script: String, capabilities: String = capabilities) -> String {
        """
        S: * PREAUTH [CAPABILITY \(capabilities)] hello
        C: A1 SELECT INBOX
        S: * 3 EXISTS
        S: * OK [UIDVALIDITY 7] x
        S: A1 OK [READ-WRITE] done

        """ + script
    }

    /// Opens the connection and selects INBOX.
    func select() async throws(IMAPClientError) {
        try await client.open()
        _ = try await client.select(SelectCommand(.inbox))
    }

    static func set(_ text: String) throws -> UIDSet {
        let octets = Array(text.utf8)
        let set = UIDSet(octets.span)
        return try #require(set)
    }

    static func mailbox(_ name: String) throws -> EncodedMailboxName {
        try #require(EncodedMailboxName(Array(name.utf8)))
    }

    static let login = IMAPCommand.login(user: Array("kim".utf8), password: Password(Array("secret".utf8)))
}
