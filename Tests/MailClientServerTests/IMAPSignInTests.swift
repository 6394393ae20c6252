import IMAPProtocol
import MailTestSupport
import SASL
import Testing

@testable import MailClients

@Suite("Signing in to real IMAP servers", .onOwnThreads, .timeLimit(.minutes(3)), .holds("Y17", "Y19", "PX1"))
struct IMAPSignInTests {
    private static func exchange(
        _ mechanism: Mechanism, at server: IMAPServerUnderTest, isRight: Bool = true
    ) throws -> SASLExchange {
        let kind: Credentials.Kind = mechanism == .xoauth2 || mechanism == .oauthBearer ? .token : .password
        let (endpoint, credentials) = (try server.endpoint(), try server.credentials(kind, isRight: isRight))
        return try #require(
            SASLExchange(
                mechanism, credentials, host: endpoint.host, port: endpoint.port, nonce: IMAPServerUnderTest.nonce(),
                .openSSL))
    }

    private static func offered(by client: IMAPClient) async throws -> [Mechanism] {
        try await client.learnCapabilities()
        let names = await client.capabilities.mechanisms
        return Mechanism.allCases.filter { mechanism in names.contains(Array(mechanism.rawValue.utf8)) }
    }

    @Test("Signs in with each mechanism, over TLS and STARTTLS", arguments: IMAPServerUnderTest.running)
    func mechanisms(_ server: IMAPServerUnderTest) async throws {
        for security in [Endpoint.Security.implicitTLS, .startTLS] {
            let first = try await server.connect(security)
            let offered = try await Self.offered(by: first)
            await first.close()
            // The model server offers only PLAIN. Others are covered by the tests of each mechanism.
            #expect(offered.contains(.plain) && offered.contains(.login) != server.isModel)
            if server.name == "dovecot" { #expect(offered == Mechanism.allCases) }
            for mechanism in offered {
                let client = try await server.connect(security)
                try await client.learnCapabilities()
                try await client.signIn(by: try Self.exchange(mechanism, at: server))
                #expect(await client.isAuthenticated, "\(mechanism)")
                #expect(await client.capabilities.hasUsableVersion, "\(mechanism)")
                try await client.run(.noop)
                await client.close()
                let said = await client.transcript.lines.joined(separator: "|")
                #expect(!said.contains("secret-kim") && !said.contains("token-of-kim"), "\(mechanism)")
            }
        }
    }

    @Test("A wrong secret is refused, and a second attempt can succeed", arguments: IMAPServerUnderTest.running)
    func wrongSecrets(_ server: IMAPServerUnderTest) async throws {
        let first = try await server.connect()
        let offered = try await Self.offered(by: first)
        await first.close()
        for mechanism in offered {
            let client = try await server.connect()
            try await client.learnCapabilities()
            let failure = await #expect(throws: IMAPClientError.self, "\(mechanism)") {
                try await client.signIn(by: try Self.exchange(mechanism, at: server, isRight: false))
            }
            switch failure {
            case .session(let failure)?:
                #expect(failure.cause == .authenticationRefused && failure.reach == .account, "\(mechanism)")
            case .exchange(.refused)?: #expect(mechanism == .scramSHA256)
            default: Issue.record("\(mechanism): \(String(describing: failure))")
            }
            #expect(await !client.isAuthenticated, "\(mechanism)")
            try await client.signIn(by: try Self.exchange(.plain, at: server))
            #expect(await client.isAuthenticated, "\(mechanism)")
            await client.close()
        }
    }

    @Test("Chooses the best mechanism for a password and for a token", arguments: IMAPServerUnderTest.running)
    func best(_ server: IMAPServerUnderTest) async throws {
        let endpoint = try server.endpoint()
        for kind in [Credentials.Kind.password, .token] {
            let client = try await server.connect()
            let credentials = try server.credentials(kind)
            do throws(IMAPClientError) {
                try await client.signIn(
                    as: credentials, to: endpoint, nonce: IMAPServerUnderTest.nonce(), digest: .openSSL)
                #expect(await client.isAuthenticated)
            } catch {
                // Cyrus and the model server do not support tokens.
                #expect(error == .noMechanism && kind == .token && (server.name == "cyrus" || server.isModel))
            }
            await client.close()
        }
    }

    @Test("LOGIN works without other mechanisms", arguments: IMAPServerUnderTest.running)
    func login(_ server: IMAPServerUnderTest) async throws {
        let client = try await server.connect(.startTLS)
        let credentials = try server.credentials(.password)
        try await client.logIn(user: credentials.user, password: Password(credentials.secret.octets))
        #expect(await client.isAuthenticated)
        await client.close()
    }
}
