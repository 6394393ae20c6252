/// The client side of one SASL exchange [RFC 4422]. Takes the server's challenges and returns the responses, both in
/// base64 as in SMTP and IMAP.
public struct SASLExchange: Sendable {
    private enum State {
        /// A single message holds all data. The server has not asked for it yet.
        case message(Secret)
        case scramFirst(ScramClient)
        /// The first message was sent. The server's salt is expected.
        case scramSalt(ScramClient)
        case scramSignature(Secret)
        case user([UInt8], Secret)
        case password(Secret)
        /// The token was sent. A server that rejects it first sends an error, which `refusal` answers
        /// [RFC 7628 §3.2.2].
        case bearer(refusal: [UInt8])
        /// The client has sent everything.
        case said
    }

    public let mechanism: Mechanism
    private var state: State
    private let digest: ScramHashFunctions
    private let token: Bool

    /// Returns `nil` if the mechanism does not support the credentials. `nonce` is for SCRAM: printable ASCII without
    /// commas, different for each exchange. `host` and `port` are those of the account, which OAUTHBEARER sends.
    public init?(
        _ mechanism: Mechanism, _ credentials: Credentials, host: String, port: UInt16, nonce: [UInt8],
        _ digest: ScramHashFunctions
    ) {
        self.mechanism = mechanism
        self.digest = digest
        token = mechanism == .oauthBearer || mechanism == .xoauth2
        guard token == (credentials.kind == .token) else { return nil }
        let user = credentials.user
        let secret = credentials.secret.octets
        switch mechanism {
        case .plain:
            state = .message(Secret(derived: [0] + user + [0] + secret))
        case .login:
            state = .user(user, credentials.secret)
        case .xoauth2:
            let bearer = Array("\u{1}auth=Bearer ".utf8) + secret + [1, 1]
            state = .message(Secret(derived: Array("user=".utf8) + user + bearer))
        case .oauthBearer:
            let header = Array("n,a=".utf8) + ScramClient.escaped(user) + [0x2C]
            let server = Array("\u{1}host=\(host)\u{1}port=\(port)\u{1}auth=Bearer ".utf8)
            state = .message(Secret(derived: header + server + secret + [1, 1]))
        case .scramSHA256:
            guard let client = ScramClient(credentials, nonce: nonce) else { return nil }
            state = .scramFirst(client)
        }
    }

    /// Returns the initial response, which may be sent with the command that begins the exchange. `nil` if the server
    /// speaks first. The call advances the exchange. A caller that cannot send the response must continue with an
    /// earlier copy, which answers the server's empty challenge.
    public mutating func initialResponse() -> Secret? {
        switch state {
        case .message, .scramFirst: return try? speak(toFirst: [])
        case .user, .scramSalt, .scramSignature, .password, .bearer, .said: return nil
        }
    }

    /// Returns the response to a challenge. If it throws, the caller cancels the exchange.
    public mutating func response(to challenge: [UInt8]) throws(SASLFailure) -> Secret {
        switch state {
        case .message, .scramFirst:
            return try speak(toFirst: challenge)
        case .user(let user, let password):
            // The text of the prompt is ignored. Only the order of the prompts counts.
            state = .password(password)
            return Self.encoded(user)
        case .password(let password):
            state = .said
            return Self.encoded(password.octets)
        case .scramSalt(let client):
            let (message, signature) = try client.final(to: try Self.decoded(challenge), digest)
            state = .scramSignature(signature)
            return Self.encoded(message)
        case .scramSignature(let signature):
            try ScramClient.verify(try Self.decoded(challenge), signature)
            state = .said
            return Secret(derived: [])
        case .bearer(let refusal):
            _ = try Self.decoded(challenge)
            state = .said
            return Self.encoded(refusal)
        case .said:
            throw .unexpectedChallenge
        }
    }

    /// Handles the server's success, with the last message of the exchange if there is one. Throws if the mechanism
    /// requires proof of the server's identity and the server did not provide it.
    public mutating func succeed(with message: [UInt8]? = nil) throws(SASLFailure) {
        switch state {
        case .scramSignature(let signature):
            guard let message else { throw .serverNotVerified }
            try ScramClient.verify(try Self.decoded(message), signature)
            state = .said
        case .scramFirst, .scramSalt:
            throw .serverNotVerified
        case .message, .user, .password, .bearer, .said:
            break
        }
    }

    /// Returns the first message of a mechanism in which the client speaks first.
    private mutating func speak(toFirst challenge: [UInt8]) throws(SASLFailure) -> Secret {
        switch state {
        case .message(let message):
            state = token ? .bearer(refusal: mechanism == .oauthBearer ? [1] : []) : .said
            return Self.encoded(message.octets)
        case .scramFirst(let client):
            guard challenge.isEmpty else { throw .malformedChallenge }
            state = .scramSalt(client)
            return Self.encoded(client.first)
        case .user, .scramSalt, .scramSignature, .password, .bearer, .said:
            throw .unexpectedChallenge
        }
    }

    private static func encoded(_ octets: [UInt8]) -> Secret {
        Secret(derived: StrictBase64.encode(octets))
    }

    private static func decoded(_ line: [UInt8]) throws(SASLFailure) -> [UInt8] {
        guard let octets = StrictBase64.decode(line) else { throw .malformedChallenge }
        return octets
    }
}
