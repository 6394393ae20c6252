internal import Digest
internal import HTTP
public import OAuth
internal import Platform
internal import SASL

/// A sign-in in a browser on this machine, or on another one from which the user pastes the last address.
public struct BrowserSignIn: Sendable {
    private let store: TokenStore
    public let server: AuthorizationServer
    private let client: OAuthClient

    /// How long the user has for the sign-in.
    public static let limit = Duration.seconds(15 * 60)

    /// Finds the authorization server. Waits for its metadata if it is not a known one.
    public init(_ store: TokenStore) throws(SignInError) {
        self.store = store
        client = try store.client()
        server = try store.server()
    }

    /// The addresses at which the sign-in begins.
    public struct Addresses: Sendable {
        /// The sign-in page.
        public let page: String
        /// A short address of this machine that leads to the page, once.
        public let start: String
    }

    /// Shows the addresses to the user with `show`, waits for the browser to return, and exchanges the code.
    public func tokens(
        isStopped: () -> Bool, show: (Addresses) -> Void
    ) throws(SignInError) -> OAuthTokens {
        let listener = try RedirectListener(on: store.redirectHost)
        let request = try request(returningTo: listener.address)
        let start = Base64URL.encode(Self.random(16))
        show(.init(page: request.url.text, start: listener.address + String(decoding: start, as: UTF8.self)))
        var hasStarted = false
        var isOpenedTwice = false
        var answer: AuthorizationCodeGrant.Answer?
        var answered: Duration?
        let clock = SystemClock()
        let isAnswered = try listener.serve(
            within: Self.limit, start: start, isStopped: isStopped,
            // The browser may be closed before it asks for the last page, and the code expires soon.
            isOver: { answered.map { clock.elapsed() - $0 > Self.patience } ?? false },
            respond: { kind in
                switch kind {
                case .start:
                    // The second one to open it may be the user, and the first one an attacker who has seen the address.
                    if hasStarted { isOpenedTwice = true }
                    defer { hasStarted = true }
                    return hasStarted
                        ? (RedirectResponse.refused(410), true) : (RedirectResponse.start(request.url), false)
                case .answer(let query):
                    if answer != nil { return (RedirectResponse.refused(400), false) }
                    let found = request.answer(in: query)
                    if case .foreign = found { return (RedirectResponse.refused(400), false) }
                    answer = found
                    answered = clock.elapsed()
                    return (RedirectResponse.answered, false)
                case .done:
                    switch answer {
                    case .code: return (RedirectResponse.signedIn, true)
                    case .failed: return (RedirectResponse.failed, true)
                    case .foreign, nil: return (RedirectResponse.refused(404), false)
                    }
                case .other(let status): return (RedirectResponse.refused(status), false)
                }
            })
        if isOpenedTwice { throw .openedTwice }
        guard isAnswered || answer != nil else { throw .timedOut }
        return try tokens(for: answer ?? .foreign, request)
    }

    /// How long the browser may take to ask for the last page.
    private static let patience = Duration.seconds(3)

    /// A sign-in whose last address the user pastes.
    public struct Pasting: Sendable {
        fileprivate let request: AuthorizationCodeGrant
        public var page: String { request.url.text }
    }

    /// Begins a sign-in in a browser on another machine. That browser finds nothing at the last address.
    public func pasting() throws(SignInError) -> Pasting {
        Pasting(request: try request(returningTo: "http://\(store.redirectHost.rawValue):1/"))
    }

    /// Exchanges the code in the address that the user has pasted.
    public func tokens(pasted address: String, of pasting: Pasting) throws(SignInError) -> OAuthTokens {
        guard let query = RedirectRequest.query(ofAddress: address) else { throw .badAddress }
        return try tokens(for: pasting.request.answer(in: query), pasting.request)
    }

    private func tokens(
        for answer: AuthorizationCodeGrant.Answer, _ request: AuthorizationCodeGrant
    ) throws(SignInError) -> OAuthTokens {
        let code: Secret
        switch answer {
        case .code(let found): code = found
        case .failed(let failure): throw .refused(failure, server: store.serverName)
        case .foreign: throw .badAddress
        }
        let response = try store.answer(to: request.tokenRequest(for: code))
        do throws(OAuthFailure) {
            return try OAuthTokens(response, at: store.timestamp)
        } catch {
            throw .refused(error, server: store.serverName)
        }
    }

    private func request(returningTo address: String) throws(SignInError) -> AuthorizationCodeGrant {
        let request = AuthorizationCodeGrant(
            to: server, by: client, for: store.purpose, returningTo: address,
            random: Self.random(AuthorizationCodeGrant.randomLength)
        ) { octets in
            var digest = SHA256()
            digest.update(octets.span)
            return digest.finish()
        }
        guard let request else { throw .refused(.badMetadata, server: store.serverName) }
        return request
    }

    /// Returns bytes from the generator of the system [getrandom(2)].
    private static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
