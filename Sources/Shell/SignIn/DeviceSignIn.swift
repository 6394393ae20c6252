internal import HTTP
public import OAuth

/// A sign-in on another device, where the user types a short code.
public struct DeviceSignIn: Sendable {
    private let store: TokenStore
    public let server: AuthorizationServer
    private let client: OAuthClient
    private var authorization: DeviceAuthorization

    /// The page on which the user types the code, and the code.
    public var page: String { authorization.page.text }
    public var userCode: String { authorization.userCode }

    /// Requests a code. Waits for the server.
    public init(_ store: TokenStore) throws(SignInError) {
        self.store = store
        client = try store.client()
        server = try store.server()
        guard let request = DeviceAuthorization.request(to: server, by: client, scopes: store.purpose.scopes) else {
            throw .noDeviceSignIn(server: store.serverName)
        }
        let response = try store.answer(to: request)
        do throws(OAuthFailure) {
            authorization = try DeviceAuthorization(response)
        } catch {
            throw .refused(error, server: store.serverName)
        }
    }

    /// Waits until the user has finished. `pause` waits for a time, and returns `false` if the user has stopped petrel.
    public mutating func tokens(pause: (Duration) -> Bool) throws(SignInError) -> OAuthTokens {
        var step = authorization.first
        var waited = Duration.zero
        while waited < authorization.validity {
            switch step {
            case .wait(let time):
                guard pause(time) else { throw .stopped }
                waited += time
            case .done(let tokens): return tokens
            case .failed(let failure): throw .refused(failure, server: store.serverName)
            }
            let request = authorization.tokenRequest(to: server, by: client)
            var response: HTTPResponse?
            do throws(SignInError) {
                response = try store.answer(to: request)
            } catch  where !error.isTemporary {
                throw error
            } catch {}
            step = authorization.step(after: response, at: store.timestamp)
            if case .done(let tokens) = step { return tokens }
        }
        throw .timedOut
    }
}
