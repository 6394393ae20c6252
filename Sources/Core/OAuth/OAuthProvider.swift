internal import HTTP

/// A mail provider with an authorization server of its own, and what it expects.
public struct OAuthProvider: Hashable, Sendable {
    /// The identifier used in the configuration.
    public let identifier: String
    /// The display name.
    public let name: String
    public let server: AuthorizationServer
    /// The permissions for reading and sending mail [RFC 6749 §3.3].
    public let scopes: [String]
    public let redirectHost: RedirectHost
    /// Parameters of the authorization request that only this provider knows.
    let parameters: [Parameter]

    struct Parameter: Hashable {
        let name: String
        let value: String
    }

    /// The name of this machine in the address to which the browser returns. Providers compare it with the registered
    /// one, and ignore the port [RFC 8252 §7.3].
    public enum RedirectHost: String, Sendable {
        case ipv4 = "127.0.0.1"
        case localhost
    }
}

extension OAuthProvider {
    public static let all = [google, microsoft]

    /// Returns the provider with an identifier of `oauth` or of a mail provider.
    public static func named(_ word: String) -> OAuthProvider? {
        let word = word.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        func matches(_ name: String) -> Bool { name.utf8.elementsEqual(word) }
        if ["google", "gmail"].contains(where: matches) { return google }
        if ["microsoft", "outlook", "office365"].contains(where: matches) { return microsoft }
        return nil
    }

    /// [https://accounts.google.com/.well-known/openid-configuration]. Its device sign-in does not allow mail.
    static let google = OAuthProvider(
        identifier: "google", name: "Google",
        server: AuthorizationServer(
            issuer: "https://accounts.google.com", authorization: known("https://accounts.google.com/o/oauth2/v2/auth"),
            token: known("https://oauth2.googleapis.com/token"),
            revocation: known("https://oauth2.googleapis.com/revoke")),
        scopes: ["https://mail.google.com/"], redirectHost: .ipv4,
        // Without these, only the first sign-in of a user yields a refresh token.
        parameters: [.init(name: "access_type", value: "offline"), .init(name: "prompt", value: "consent")])

    static let microsoft = microsoft(tenant: "common")

    /// The endpoints of an organization, or with `common` those for all accounts. The issuer of `common` depends on the
    /// user, so redirects are not compared with it.
    public static func microsoft(tenant: String) -> OAuthProvider {
        let base = "https://login.microsoftonline.com/\(tenant)/oauth2/v2.0/"
        return OAuthProvider(
            identifier: "microsoft", name: "Microsoft",
            server: AuthorizationServer(
                issuer: "https://login.microsoftonline.com/\(tenant)/v2.0", authorization: known(base + "authorize"),
                token: known(base + "token"), deviceAuthorization: known(base + "devicecode")),
            scopes: [
                "https://outlook.office.com/IMAP.AccessAsUser.All", "https://outlook.office.com/SMTP.Send",
                "offline_access",
            ], redirectHost: .localhost, parameters: [])
    }

    /// Whether a text can be the tenant in an address of Microsoft: a domain, or a number with hyphens.
    public static func isTenant(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count)
            && text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x2E }
    }

    private static func known(_ text: String) -> HTTPSURL {
        guard let url = HTTPSURL(text) else { preconditionFailure("an address in the table is not valid: \(text)") }
        return url
    }
}
