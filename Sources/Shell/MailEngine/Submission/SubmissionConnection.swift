internal import Accounts
internal import Disk
internal import MailClients
internal import MailTypes
internal import Platform
internal import SASL
internal import SMTPProtocol

/// A signed-in connection to a submission server.
struct SubmissionConnection: Sendable {
    let client: SMTPClient
    private let endpoint: Endpoint
    private let address: String
    private let kind: Credentials.Kind

    /// Why there is no connection.
    enum Failure: Error, Sendable {
        /// The account has no submission server.
        case noServer
        case credentials(CredentialError)
        case unreachable(StreamFailure, sentence: String)
        case refused(SMTPFailure, sentence: String)

        var sentence: String {
            switch self {
            case .noServer: "The account has no server for sending."
            case .credentials(let problem): problem.sentence
            case .unreachable(_, let sentence), .refused(_, let sentence): sentence
            }
        }

        /// Whether the server rejected the credentials.
        var isOfCredentials: Bool {
            if case .refused(let failure, _) = self { failure.isAuthentication } else { false }
        }
    }

    /// Signs in to the first of the account's servers that works. Stops early if one rejects the credentials.
    static func open(
        _ account: AccountConfiguration, as credentials: Credentials, by connections: NetworkAccess, clock: any Clock
    ) async throws(Failure) -> SubmissionConnection {
        var failure = Failure.noServer
        for server in account.smtpServers {
            do throws(Failure) {
                return try await SubmissionConnection(account, Endpoint(server), credentials, connections, clock)
            } catch {
                failure = error
                if error.isOfCredentials { break }
            }
        }
        throw failure
    }

    private init(
        _ account: AccountConfiguration, _ endpoint: Endpoint, _ credentials: Credentials, _ connections: NetworkAccess,
        _ clock: any Clock
    ) async throws(Failure) {
        self.endpoint = endpoint
        address = account.identities.first?.address.text ?? account.name.text
        kind = credentials.kind
        let stream: any ByteStream
        do throws(StreamFailure) {
            stream = try await connections.connect(endpoint, account.caFile?.bytes)
        } catch {
            throw .unreachable(error, sentence: error.sentences(about: endpoint))
        }
        client = SMTPClient(
            stream, to: endpoint, as: credentials, digest: .openSSL, nonce: .nonce(), clock: clock)
        do throws(SMTPFailure) {
            try await client.open()
        } catch {
            let failure = await client.streamFailure
            throw .refused(error, sentence: error.sentence(about: endpoint, address, credentials.kind, failure))
        }
    }

    func close() async {
        await client.close()
    }

    var host: String { endpoint.host }

    /// Explains why the outcome of the delivery is unknown.
    var unansweredEnd: String { "\(endpoint) received the message but did not confirm it." }

    /// Describes in a sentence or two why a message was not sent, and which of its recipients were refused.
    func sentence(of failure: SMTPFailure, _ recipients: [DeliveryResult.Recipient]) async -> String {
        failure.sentence(about: endpoint, address, kind, await client.streamFailure, recipients)
    }
}

extension StreamFailure {
    /// Whether this machine appears to be offline, so that the server is not to blame.
    var isOffline: Bool {
        switch self {
        case .nameServerUnreachable, .unreachable, .cancelled, .closed: true
        case .timedOut, .cutOff, .nameNotFound, .refused, .certificate, .tls, .plaintextBeforeTLS, .compression,
            .system:
            false
        }
    }
}
