public import HTTP
internal import JSONText
public import SASL

/// The tokens of a sign-in [RFC 6749 §1.4].
public struct OAuthTokens: Sendable {
    public let access: Secret
    /// When the access token expires, in seconds since 1970. `nil` if the server did not say.
    public let expiry: Int64?
    /// The token that renews the access token. `nil` if the server gave none.
    public let refresh: Secret?

    public init(access: Secret, expiry: Int64?, refresh: Secret?) {
        self.access = access
        self.expiry = expiry
        self.refresh = refresh
    }

    /// Clocks differ, and a sign-in takes time.
    private static let margin: Int64 = 60

    /// Whether the access token may no longer be used.
    public func isExpired(at now: Int64) -> Bool {
        expiry.map { now >= $0 - Self.margin } ?? false
    }

    /// Reads the answer of a token endpoint at a point in time [RFC 6749 §5]. A server that does not send a new refresh
    /// token continues to accept the previous one.
    public init(_ response: HTTPResponse, at now: Int64, previous: Secret? = nil) throws(OAuthFailure) {
        let object = (try? JSONReader.value(of: response.body))?.object
        if let code = object?["error"]?.string {
            throw OAuthFailure(code: code, description: object?["error_description"]?.string)
        }
        if response.status >= 500 || response.status == 429 { throw .unavailable(response.status) }
        guard response.isSuccess, let object, let type = object["token_type"]?.string,
            type.utf8.count == 6, zip(type.utf8, "bearer".utf8).allSatisfy({ $0 | 0x20 == $1 }),
            let access = object["access_token"]?.string.flatMap({ Secret(Array($0.utf8)) }),
            access.octets.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .badAnswer(response.status) }
        // Some servers write the number as a string.
        let seconds = object["expires_in"].flatMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
        self.init(
            access: access,
            expiry: seconds.flatMap { (1...Self.longest).contains($0) ? now + $0 : nil },
            refresh: object["refresh_token"]?.string.flatMap { Secret(Array($0.utf8)) } ?? previous)
    }

    /// Ten years in seconds.
    private static let longest: Int64 = 10 * 366 * 86_400
}
