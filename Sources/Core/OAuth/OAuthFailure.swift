/// Why a sign-in or the renewal of a token failed. Contains no secret.
public enum OAuthFailure: Error, Hashable, Sendable {
    /// The metadata is not valid or lacks an endpoint.
    case badMetadata
    /// The metadata or a redirect names another issuer than the one that was asked [RFC 9207 §2.4].
    case wrongIssuer
    /// The user or the server denied the access.
    case denied
    /// The code, the device code or the refresh token is no longer valid: the user must sign in again.
    case expired
    /// The server does not know the client, or does not allow it this kind of sign-in.
    case clientRefused(ServerError)
    /// The server does not grant these scopes.
    case scopeRefused(ServerError)
    /// Another error code of the server.
    case server(ServerError)
    /// The answer is not valid. The value is its status.
    case badAnswer(Int)
    /// The server is overloaded or broken. The value is its status.
    case unavailable(Int)

    /// An error as the server states it [RFC 6749 §5.2], reduced to printable ASCII.
    public struct ServerError: Hashable, Sendable {
        public let code: String
        public let description: String?

        private static let maximumLength = 200

        init(code: String, description: String?) {
            self.code = Self.cleaned(code)
            let description = description.map(Self.cleaned)
            self.description = description?.isEmpty == false ? description : nil
        }

        /// For example "invalid_scope (unknown scope)".
        public var text: String { code + (description.map { " (\($0))" } ?? "") }

        private static func cleaned(_ text: String) -> String {
            let clean = text.utf8.prefix(maximumLength).map { (0x20...0x7E).contains($0) ? $0 : 0x20 }
            return String(decoding: clean, as: UTF8.self).split(separator: " ").joined(separator: " ")
        }
    }

    /// Creates the failure for an error code.
    init(code: String, description: String?) {
        let error = ServerError(code: code, description: description)
        switch code {
        case "access_denied", "consent_required", "interaction_required", "login_required": self = .denied
        case "invalid_grant", "expired_token": self = .expired
        case "invalid_client", "unauthorized_client", "unsupported_grant_type", "unsupported_response_type":
            self = .clientRefused(error)
        case "invalid_scope": self = .scopeRefused(error)
        case "server_error", "temporarily_unavailable": self = .unavailable(0)
        default: self = .server(error)
        }
    }

    /// Whether the same request may succeed later without a change by the user.
    public var isTemporary: Bool {
        if case .unavailable = self { true } else { false }
    }

    /// Says what happened. `server` is the display name of the authorization server.
    public func sentence(about server: String) -> String {
        switch self {
        case .badMetadata: "The description of \(server) is not valid: an address is missing or not secure."
        case .wrongIssuer: "The answer came from another server than \(server). Nothing was accepted."
        case .denied: "\(server) says that the access was denied."
        case .expired: "\(server) no longer accepts this sign-in."
        case .clientRefused(let error): "\(server) does not accept the client id: \(error.text)."
        case .scopeRefused(let error): "\(server) does not grant the permissions for mail: \(error.text)."
        case .server(let error): "\(server) refused: \(error.text)."
        case .badAnswer(let status): "\(server) sent an answer that is not valid (status \(status))."
        case .unavailable: "\(server) is not available now."
        }
    }
}
