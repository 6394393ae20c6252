public import HTTP

/// An authorization server and its endpoints [RFC 8414 §2].
public struct AuthorizationServer: Hashable, Sendable {
    /// The identifier of the server, compared byte by byte.
    public let issuer: String
    /// The page where the user signs in.
    public let authorization: HTTPSURL
    /// Where codes and refresh tokens are exchanged for access tokens.
    public let token: HTTPSURL
    /// Where a sign-in on another device begins [RFC 8628], if the server offers that.
    public let deviceAuthorization: HTTPSURL?
    /// Where tokens are revoked [RFC 7009], if the server offers that.
    public let revocation: HTTPSURL?
    /// Whether every redirect to petrel names the issuer [RFC 9207 §3].
    public let namesIssuer: Bool

    public init(
        issuer: String, authorization: HTTPSURL, token: HTTPSURL, deviceAuthorization: HTTPSURL? = nil,
        revocation: HTTPSURL? = nil, namesIssuer: Bool = false
    ) {
        self.issuer = issuer
        self.authorization = authorization
        self.token = token
        self.deviceAuthorization = deviceAuthorization
        self.revocation = revocation
        self.namesIssuer = namesIssuer
    }
}
