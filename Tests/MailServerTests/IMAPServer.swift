import Digest
import IMAPProtocol
import MailTestSupport
import MailTypes
import Network
import SASL
import Surroundings
import Testing

@testable import MailClients

/// An IMAP server that others wrote, and a client for it.
struct IMAPServer: Sendable, CustomTestStringConvertible {
    let name: String
    /// Dovecot refuses one of two clients who make mailboxes of one user at once, so each suite has one of its own.
    var user = 0

    /// Dovecot as it is, as it says that it can do less, with another separator and prefix; and Cyrus.
    static let all = [
        "dovecot", "dovecot-noqresync", "dovecot-nocondstore", "dovecot-plain", "dovecot-prefix", "cyrus",
    ].map { IMAPServer(name: $0) }

    /// Those that run here. `RunningServers` says which do not.
    static var running: [IMAPServer] { running(for: 0) }

    static func running(for user: Int) -> [IMAPServer] {
        all.filter { RealServers.shared?.has($0.name) ?? false }.map { IMAPServer(name: $0.name, user: user) }
    }

    var testDescription: String { name }

    private static let connections = Connections.network()

    func endpoint(_ security: Endpoint.Security = .implicitTLS) throws -> Endpoint {
        let servers = try #require(RealServers.shared)
        let service = security == .implicitTLS ? "imaps" : "imap"
        return Endpoint(host: "localhost", port: try servers.port(service, of: name), security: security)
    }

    /// A connection on which nobody is signed in yet.
    func connect(_ security: Endpoint.Security = .implicitTLS) async throws -> IMAPClient {
        let authorities = try #require(RealServers.shared).authorities
        let stream = try await Self.connections.connect(try endpoint(security), Array(authorities.utf8))
        let client = IMAPClient(stream, security == .startTLS ? .startTLS : .implicitTLS, clock: SystemClock())
        try await client.open()
        return client
    }

    func signedIn() async throws -> IMAPClient {
        let client = try await connect()
        try await client.signIn(
            as: try Self.credentials(.password, of: user), to: try endpoint(), nonce: Self.nonce(), digest: .openSSL)
        return client
    }

    /// Of a user, or of somebody who does not know the secret.
    static func credentials(
        _ kind: Credentials.Kind, of index: Int = 0, isRight: Bool = true
    ) throws -> Credentials {
        let user = try #require(RealServers.shared).users[index]
        let secret = isRight ? (kind == .password ? user.password : user.token) : "no-such-secret"
        let known = try #require(Secret(Array(secret.utf8)))
        return try #require(Credentials(user: Array(user.name.utf8), known, kind))
    }

    static func nonce() -> [UInt8] {
        (0..<24).map { _ in UInt8.random(in: 0x61...0x7A) }
    }

    /// A client with a mailbox of its own selected. The users' mail is everybody's.
    func withMailbox(
        _ base: String = "t", body: (_ client: IMAPClient, _ mailbox: EncodedMailboxName) async throws -> Void
    ) async throws {
        let client = try await signedIn()
        let mailbox = try await Self.name(base + Self.unique(), on: client)
        try await client.run(.create(mailbox, nil))
        _ = try await client.select(SelectCommand(mailbox))
        try await body(client, mailbox)
        if await !client.isOver {
            _ = try await client.select(SelectCommand(.inbox))
            try await client.run(.delete(mailbox))
        }
        await client.close()
    }

    static func unique() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// A name where the user's own mailboxes are.
    static func name(_ text: String, on client: IMAPClient) async throws -> EncodedMailboxName {
        var prefix: [UInt8] = []
        try await client.run(.namespace) { delivery in
            if case .data(.namespace(let namespaces), _?, _) = delivery {
                prefix = namespaces.personal.first?.prefix ?? []
            }
        }
        return try #require(EncodedMailboxName(prefix + ModifiedUTF7.encode(Array(text.utf8))))
    }
}

extension ScramDigest {
    static let openSSL = ScramDigest(
        hash: { SHA256.digest(of: $0) }, hmac: { SHA256.authenticationCode(of: $1, key: $0) },
        stretch: { SHA256.key(from: $0, salt: $1, iterations: $2) })
}

extension IMAPClient {
    /// Appends a message, and returns its UID in the mailbox that is selected, whatever the server says of that.
    @discardableResult
    func put(_ message: [UInt8], into mailbox: EncodedMailboxName, flags: [Flag] = []) async throws -> UID {
        var command = AppendCommand(mailbox, size: message.count)
        command.flags = flags
        let appended = try await append(command, MessageSource(message))
        try await run(.noop)
        let last = try await search(SearchCommand(.all)).last
        if let appended { #expect(appended.uid == last) }
        return try #require(last)
    }

    func contents(of uids: UIDSet, _ items: [FetchItem]) async throws -> FetchedContents {
        var fetched = FetchedContents()
        try await fetch(FetchCommand(uids, items)) { fetched.take($0) }
        return fetched
    }
}

/// A message of a few lines.
func sampleMessage(_ subject: String, body: String = "Hello\r\n") -> [UInt8] {
    Array(
        """
        From: Kim <kim@example.net>\r
        To: Ana <ana@example.net>\r
        Subject: \(subject)\r
        Date: Mon, 12 Oct 2026 14:03:00 +0200\r
        Message-ID: <\(IMAPServer.unique())@example.net>\r
        MIME-Version: 1.0\r
        Content-Type: text/plain; charset=utf-8\r
        \r
        \(body)
        """.utf8)
}

/// The others are skipped, and say so.
@Suite("Mail servers that run here")
struct RunningServers {
    @Test("Dovecot", .needs(server: "dovecot")) func dovecot() {}
    @Test("Cyrus", .needs(server: "cyrus")) func cyrus() {}
    @Test("Postfix", .needs(server: "postfix")) func postfix() {}
}
