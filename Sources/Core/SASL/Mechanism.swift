/// A supported SASL mechanism. Others that a server offers are ignored.
public enum Mechanism: String, CaseIterable, Sendable {
    /// [RFC 7677]
    case scramSHA256 = "SCRAM-SHA-256"
    /// [RFC 4616]
    case plain = "PLAIN"
    /// [draft-murchison-sasl-login]
    case login = "LOGIN"
    /// [RFC 7628]
    case oauthBearer = "OAUTHBEARER"
    /// As documented by Google and Microsoft.
    case xoauth2 = "XOAUTH2"

    /// Returns the mechanism with the name that a server announces, ignoring case, or `nil` if it is not supported.
    public init?(named name: some Collection<UInt8>) {
        let upper = name.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }
        guard let match = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(upper) }) else { return nil }
        self = match
    }

    /// Whether the exchange consists of one message, and the server does not prove its identity.
    public var isOneMessage: Bool {
        switch self {
        case .plain, .oauthBearer, .xoauth2: true
        case .login, .scramSHA256: false
        }
    }

    /// Returns the offered mechanisms that support the credentials, best first. Empty if the connection is not
    /// encrypted, because not even a proof of the password may be sent in plaintext [RFC 8314 §3].
    public static func choices(
        for credentials: Credentials, offered: [[UInt8]], isEncrypted: Bool
    ) -> [Mechanism] {
        guard isEncrypted else { return [] }
        let known = Set(offered.compactMap { Mechanism(named: $0) })
        let suitable: [Mechanism] =
            switch credentials.kind {
            case .token: [.oauthBearer, .xoauth2]
            case .password: ScramClient.canProve(credentials) ? [.scramSHA256, .plain, .login] : [.plain, .login]
            }
        return suitable.filter(known.contains)
    }
}
