public import Accounts
private import Disk
private import IMAPProtocol
public import MailClients
private import MailTypes
public import Platform
public import SASL
private import SMTPProtocol

/// Signs in to both servers of an account to test it. Changes nothing and sends no mail.
public struct AccountCheck: Sendable {
    /// The result of checking one server.
    public enum Finding<Value: Sendable>: Sendable {
        case found(Endpoint, Value)
        case failed(Problem)
    }

    /// Why a check failed.
    public struct Problem: Error, Sendable {
        /// Describes the problem and what to do about it. May contain unsanitized text from the server.
        public let sentence: String
        /// Whether the server was reached but rejected the credentials.
        public let isRefusal: Bool
        /// The server's certificate, if it is not signed by an authority that this machine trusts.
        public let untrustedCertificate: ServerCertificate?

        init(sentence: String, isRefusal: Bool, untrustedCertificate: ServerCertificate? = nil) {
            self.sentence = sentence
            self.isRefusal = isRefusal
            self.untrustedCertificate = untrustedCertificate
        }
    }

    public struct Inbox: Hashable, Sendable {
        public let messages: UInt32?
        public let unseen: UInt32?
        /// The server's capabilities in upper case.
        public let capabilities: [[UInt8]]
    }

    public struct Submission: Hashable, Sendable {
        /// The largest message that the server accepts, in bytes; `nil` if it does not say.
        public let sizeLimit: Int?
    }

    private let account: AccountConfiguration
    private let credentials: Credentials
    private let connections: NetworkAccess
    private let clock: any Clock
    private let said: @Sendable (Endpoint, [String]) -> Void

    /// `said` receives the transcript of each connection, without secrets, when it ends.
    public init(
        _ account: AccountConfiguration, as credentials: Credentials, by connections: NetworkAccess, clock: any Clock,
        said: @escaping @Sendable (Endpoint, [String]) -> Void = { _, _ in }
    ) {
        self.said = said
        self.account = account
        self.credentials = credentials
        self.connections = connections
        self.clock = clock
    }

    /// Checks both servers concurrently.
    public func run() async -> (inbox: Finding<Inbox>, submission: Finding<Submission>) {
        async let inbox = first(of: account.imapServers) { (endpoint) throws(Problem) in
            try await self.inbox(at: endpoint)
        }
        async let submission = first(of: account.smtpServers) { (endpoint) throws(Problem) in
            try await self.submission(at: endpoint)
        }
        return await (inbox, submission)
    }

    /// Returns the result of the first server that succeeds. Stops early if one rejects the credentials.
    private func first<Value>(
        of servers: [ServerURL], _ ask: (Endpoint) async throws(Problem) -> Value
    ) async -> Finding<Value> {
        var problem = Problem(sentence: "No server is known for this account.", isRefusal: false)
        for server in servers {
            let endpoint = Endpoint(server)
            do throws(Problem) {
                return .found(endpoint, try await ask(endpoint))
            } catch {
                problem = error
                if error.isRefusal { break }
            }
        }
        return .failed(problem)
    }

    private func stream(to endpoint: Endpoint) async throws(Problem) -> any ByteStream {
        do throws(StreamFailure) {
            return try await connections.connect(endpoint, account.caFile?.bytes)
        } catch {
            throw Problem(
                sentence: error.sentences(about: endpoint), isRefusal: false,
                untrustedCertificate: error.untrustedCertificate)
        }
    }

    private var address: String { account.identities.first?.address.text ?? account.name.text }

    // MARK: - IMAP

    private func inbox(at endpoint: Endpoint) async throws(Problem) -> Inbox {
        let security: IMAPSession.Security = endpoint.security == .startTLS ? .startTLS : .implicitTLS
        let client = IMAPClient(try await stream(to: endpoint), security, clock: clock)
        do throws(IMAPClientError) {
            try await client.open()
            try await client.signIn(as: credentials, to: endpoint, nonce: .nonce(), digest: .openSSL)
            let status = try await client.status(of: .inbox, [.messages, .unseen])
            let names = await client.capabilities.names
            await client.close()
            said(endpoint, await client.transcript.lines)
            return Inbox(messages: status?.messages, unseen: status?.unseen, capabilities: names)
        } catch {
            await client.close()
            said(endpoint, await client.transcript.lines)
            var certificate: ServerCertificate?
            if case .stream(let failure) = error { certificate = failure.untrustedCertificate }
            throw Problem(
                sentence: error.sentence(about: endpoint, address), isRefusal: error.reach == .account,
                untrustedCertificate: certificate)
        }
    }

    // MARK: - SMTP

    private func submission(at endpoint: Endpoint) async throws(Problem) -> Submission {
        let client = SMTPClient(
            try await stream(to: endpoint), to: endpoint, as: credentials, digest: .openSSL, nonce: .nonce(),
            clock: clock)
        do throws(SMTPFailure) {
            try await client.open()
        } catch {
            said(endpoint, await client.transcript.lines)
            let failure = await client.streamFailure
            throw Problem(
                sentence: error.sentence(about: endpoint, address, credentials.kind, failure),
                isRefusal: error.isAuthentication, untrustedCertificate: failure?.untrustedCertificate)
        }
        let limit = await client.serviceExtensions?.sizeLimit
        await client.close()
        said(endpoint, await client.transcript.lines)
        return Submission(sizeLimit: limit)
    }
}
