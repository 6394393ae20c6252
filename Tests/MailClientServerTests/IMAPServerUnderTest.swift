import Digest
import IMAPProtocol
import MailTestSupport
import MailTypes
import ModelServer
import Network
import Platform
import SASL
import Testing

@testable import MailClients

/// An IMAP server to test against: a real one, or the model server that other tests rely on.
struct IMAPServerUnderTest: Sendable, CustomTestStringConvertible {
    let name: String
    /// The index of the user. Dovecot refuses one of two clients that create mailboxes of one user at once, so each
    /// suite has its own user.
    var user = 0
    /// Whether the connection is compressed after sign-in.
    var isCompressed = false

    /// Dovecot with its usual settings, with fewer capabilities, and with another separator and prefix, and Cyrus.
    private static let real = [
        "dovecot", "dovecot-noqresync", "dovecot-nocondstore", "dovecot-plain", "dovecot-prefix", "cyrus",
    ]
    /// The model server with its usual profile, with few capabilities, and with another separator and prefix.
    private static let models: [String: ModelIMAPServer] = [
        "model": ModelIMAPServer(.dovecot.with("COMPRESS=DEFLATE")), "model-bare": ModelIMAPServer(.bare),
        "model-prefix": ModelIMAPServer(.courier),
    ]
    /// Dovecot is configured without compression.
    private static let compressing = ["cyrus", "model"]

    /// The servers that run here. `AvailableServerTests` reports the others as skipped.
    static var running: [IMAPServerUnderTest] { running(for: 0) }

    static func running(for user: Int) -> [IMAPServerUnderTest] {
        let names = real.filter { RealServers.shared?.has($0) ?? false } + models.keys.sorted()
        return names.map { IMAPServerUnderTest(name: $0, user: user) }
    }

    /// The same servers, followed by compressed variants of those that support it.
    static func compressedToo(for user: Int) -> [IMAPServerUnderTest] {
        let servers = running(for: user)
        return servers
            + servers.filter { compressing.contains($0.name) }
            .map { IMAPServerUnderTest(name: $0.name, user: user, isCompressed: true) }
    }

    var testDescription: String { isCompressed ? "\(name), compressed" : name }
    /// Whether it runs in this process.
    var isModel: Bool { Self.models[name] != nil }

    private static let connections = NetworkAccess.network()

    func endpoint(_ security: Endpoint.Security = .implicitTLS) throws -> Endpoint {
        if isModel { return Endpoint(host: "mail.example.net", port: 993, security: security) }
        let servers = try #require(RealServers.shared)
        let service = security == .implicitTLS ? "imaps" : "imap"
        return Endpoint(host: "localhost", port: try servers.port(service, of: name), security: security)
    }

    private func stream(_ security: Endpoint.Security) async throws -> any ByteStream {
        if let model = Self.models[name] { return model.connect(isEncrypted: security == .implicitTLS) }
        let authorities = try #require(RealServers.shared).authorities
        return try await Self.connections.connect(try endpoint(security), Array(authorities.utf8))
    }

    /// Opens a connection without signing in.
    func connect(_ security: Endpoint.Security = .implicitTLS) async throws -> IMAPClient {
        let stream = try await stream(security)
        let client = IMAPClient(stream, security == .startTLS ? .startTLS : .implicitTLS, clock: SystemClock())
        try await client.open()
        return client
    }

    func signedIn() async throws -> IMAPClient {
        let client = try await connect()
        try await client.signIn(
            as: try credentials(.password, of: user), to: try endpoint(), nonce: Self.nonce(), digest: .openSSL)
        if isCompressed { #expect(try await client.compress()) }
        return client
    }

    /// The protocol violations of clients, if the server records them.
    var violations: [String] { Self.models[name]?.violations ?? [] }

    /// Returns the credentials of a user, or wrong ones. The model server has one user.
    func credentials(_ kind: Credentials.Kind, of index: Int = 0, isRight: Bool = true) throws -> Credentials {
        guard let model = Self.models[name]?.account else {
            return try Self.credentials(kind, of: index, isRight: isRight)
        }
        let secret = try #require(Secret(Array((isRight ? model.password : "no-such-secret").utf8)))
        return try #require(Credentials(user: Array(model.user.utf8), secret, kind))
    }

    /// Returns the credentials of a user of the real servers.
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

    /// Runs `body` with a new mailbox selected. Tests share the mail of the users, so each uses its own mailbox.
    func withMailbox(
        _ base: String = "t", body: (_ client: IMAPClient, _ mailbox: EncodedMailboxName) async throws -> Void
    ) async throws {
        let client = try await signedIn()
        let mailbox = try await Self.name(base + Self.unique(), on: client)
        try await client.run(.create(mailbox, nil))
        _ = try await client.select(SelectCommand(mailbox))
        try await body(client, mailbox)
        #expect(violations == [])
        if await !client.isOver {
            _ = try await client.select(SelectCommand(.inbox))
            try await client.run(.delete(mailbox))
        }
        await client.close()
    }

    static func unique() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

    /// Returns a name in the user's personal namespace.
    static func name(_ text: String, on client: IMAPClient) async throws -> EncodedMailboxName {
        var prefix: [UInt8] = []
        guard await client.capabilities.contains(.namespace) else {
            return try #require(EncodedMailboxName(ModifiedUTF7.encode(Array(text.utf8))))
        }
        try await client.run(.namespace) { delivery in
            if case .data(.namespace(let namespaces), _?, _) = delivery {
                prefix = namespaces.personal.first?.prefix ?? []
            }
        }
        return try #require(EncodedMailboxName(prefix + ModifiedUTF7.encode(Array(text.utf8))))
    }
}

extension ScramHashFunctions {
    static let openSSL = ScramHashFunctions(
        hash: { SHA256.digest(of: $0) }, hmac: { SHA256.authenticationCode(of: $1, key: $0) },
        stretch: { SHA256.key(from: $0, salt: $1, iterations: $2) })
}
