public import HTTP
public import SASL

/// A sign-in with a browser: the authorization code flow with a proof key, for programs [RFC 6749 §4.1, RFC 7636,
/// RFC 8252].
///
/// The user signs in on the server's page. The browser returns to an address of this machine with a code, which petrel
/// exchanges for tokens. The state binds the answer to this request, and the proof key binds the code to this process:
/// another program that sees the code cannot use it.
public struct AuthorizationCodeGrant: Sendable {
    /// The number of random bytes that a request needs: 32 for the state and 32 for the proof key.
    public static let randomLength = 64

    public let server: AuthorizationServer
    public let client: OAuthClient
    /// The address to which the browser returns.
    public let redirect: String
    /// The page to open.
    public let url: HTTPSURL
    let state: [UInt8]
    private let verifier: [UInt8]

    /// What the user signs in for.
    public struct Purpose: Sendable {
        public let scopes: [String]
        /// The user name, with which the page is filled in.
        public let user: String?
        /// Parameters that only this provider knows.
        let parameters: [OAuthProvider.Parameter]

        public init(scopes: [String], user: String?) {
            self.scopes = scopes
            self.user = user
            parameters = []
        }

        public init(_ provider: OAuthProvider, scopes: [String]? = nil, user: String?) {
            self.scopes = scopes ?? provider.scopes
            self.user = user
            parameters = provider.parameters
        }
    }

    /// `random` must have `randomLength` bytes from a cryptographic generator. `digest` computes SHA-256. Returns `nil`
    /// if the URL becomes too long.
    public init?(
        to server: AuthorizationServer, by client: OAuthClient, for purpose: Purpose, returningTo redirect: String,
        random: [UInt8], digest: (_ octets: [UInt8]) -> [UInt8]
    ) {
        precondition(random.count == Self.randomLength, "a request needs random bytes")
        state = Base64URL.encode(Array(random[..<32]))
        verifier = Base64URL.encode(Array(random[32...]))
        var form = FormParameters([
            ("response_type", "code"), ("client_id", client.identifier), ("redirect_uri", redirect),
        ])
        if !purpose.scopes.isEmpty { form.append("scope", purpose.scopes.joined(separator: " ")) }
        form.append("state", state)
        form.append("code_challenge", Base64URL.encode(digest(verifier)))
        form.append("code_challenge_method", "S256")
        if let user = purpose.user { form.append("login_hint", user) }
        for parameter in purpose.parameters { form.append(parameter.name, parameter.value) }
        guard let url = server.authorization.adding(form) else { return nil }
        self.url = url
        self.server = server
        self.client = client
        self.redirect = redirect
    }

    /// What a redirect means.
    public enum Answer: Sendable {
        case code(Secret)
        case failed(OAuthFailure)
        /// The redirect does not belong to this request: ignore it and continue to wait.
        case foreign
    }

    /// Reads the query of the address to which the browser returned.
    public func answer(in query: some Collection<UInt8>) -> Answer {
        guard let form = FormParameters(parsing: query), !form.hasDuplicates, let state = form["state"],
            Self.isEqual(state, self.state)
        else { return .foreign }
        // Another server may have been made to answer [RFC 9700 §4.4].
        if let issuer = form["iss"] {
            guard issuer.elementsEqual(server.issuer.utf8) else { return .failed(.wrongIssuer) }
        } else if server.namesIssuer {
            return .failed(.wrongIssuer)
        }
        if let error = form["error"] {
            let description = form["error_description"].map { String(decoding: $0, as: UTF8.self) }
            return .failed(OAuthFailure(code: String(decoding: error, as: UTF8.self), description: description))
        }
        guard let code = form["code"].flatMap({ Secret($0) }) else { return .failed(.badAnswer(0)) }
        return .code(code)
    }

    /// Returns the request that exchanges the code for tokens [RFC 6749 §4.1.3, RFC 7636 §4.5].
    public func tokenRequest(for code: Secret) -> HTTPRequest {
        var form = FormParameters([("grant_type", "authorization_code"), ("redirect_uri", redirect)])
        form.append("code", code.octets)
        form.append("code_verifier", verifier)
        for (name, value) in client.parameters { form.append(name, value) }
        return HTTPRequest(posting: form, to: server.token)
    }

    /// Compares in constant time.
    private static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
