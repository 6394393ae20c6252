/// One authentication exchange from the client's side: takes the server's challenges and returns the responses, both in
/// base64 as SMTP and IMAP carry them [RFC 4422].
public struct Exchange: Sendable {
    private enum State {
        /// Everything is in one message, which the server has not asked for yet.
        case message(Secret)
        case scramFirst(ScramClient)
        /// The first message is out: the salt is awaited.
        case scramSalt(ScramClient)
        case scramSignature(Secret)
        case user([UInt8], Secret)
        case password(Secret)
        /// A token was shown. A server that refuses it first says why [RFC 7628 §3.2.2].
        case bearer(refusal: [UInt8])
        /// Nothing is left to say.
        case said
    }

    public let mechanism: Mechanism
    private var state: State
    private let digest: ScramDigest
    private let token: Bool

    /// `nil` where the mechanism cannot carry the credentials. `nonce` is used by SCRAM: printable ASCII without commas,
    /// never the same twice. `host` and `port` are those that the account names, which OAUTHBEARER repeats.
    public init?(
        _ mechanism: Mechanism, _ credentials: Credentials, host: String, port: UInt16, nonce: [UInt8],
        _ digest: ScramDigest
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

    /// The initial response, which may be sent with the command that begins the exchange; `nil` if the server speaks
    /// first. Once taken it is not repeated; a caller that cannot send it leaves it and answers the empty challenge.
    public mutating func initialResponse() -> Secret? {
        switch state {
        case .message, .scramFirst: return try? speak(toFirst: [])
        case .user, .scramSalt, .scramSignature, .password, .bearer, .said: return nil
        }
    }

    /// The answer to a challenge. Throws where there is none, and the exchange is to be cancelled.
    public mutating func response(to challenge: [UInt8]) throws(SASLFailure) -> Secret {
        switch state {
        case .message, .scramFirst:
            return try speak(toFirst: challenge)
        case .user(let user, let password):
            // The text of the server's prompt adds nothing to its position in the exchange.
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

    /// The server reports success, perhaps with a final message of the exchange. Throws if the server had to prove its
    /// identity and did not.
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

    /// The first message of a mechanism in which the client begins.
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
