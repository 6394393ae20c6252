/// A user name and the secret to sign in with.
public struct Credentials: Sendable {
    public enum Kind: Hashable, Sendable {
        case password
        /// An access token of OAuth 2.0 [RFC 6750].
        case token
    }

    public let user: [UInt8]
    public let secret: Secret
    public let kind: Kind

    /// `nil` if the user name is empty, longer than 255 bytes, not UTF-8 or contains a control character, or if a token
    /// contains an invalid character [RFC 6750 §2.1].
    public init?(user: [UInt8], _ secret: Secret, _ kind: Kind) {
        guard (1...255).contains(user.count), user.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            String(validating: user, as: UTF8.self) != nil
        else { return nil }
        if kind == .token, !secret.octets.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return nil }
        self.user = user
        self.secret = secret
        self.kind = kind
    }
}
