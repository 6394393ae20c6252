/// A mail provider: its servers and their peculiarities.
public struct Provider: Hashable, Sendable {
    /// The form of the user name for signing in.
    public enum UserName: Sendable {
        case address
        /// The part before the `@`.
        case localPart
    }

    /// The credentials that users can sign in with, the best first.
    public enum SignIn: Sendable {
        case token
        /// A password that the user creates for one program in the provider's settings.
        case appPassword
        case password
    }

    /// Who stores a copy of sent mail in the Sent mailbox.
    public enum SentFiling: Sendable {
        /// The provider. A copy by petrel would be a duplicate.
        case server
        /// petrel, with the flag \Seen.
        case client
        /// Not known. petrel searches the Sent mailbox after sending.
        case unknown
    }

    /// The identifier used in the configuration.
    public let identifier: String
    /// The display name.
    public let name: String
    /// The domains of its addresses, in lower case.
    public let domains: [String]
    /// The best first.
    public let imap: [ServerURL]
    public let smtp: [ServerURL]
    public let userName: UserName
    public let signIn: [SignIn]
    /// The maximum number of simultaneous connections.
    public let maximumConnections: Int
    /// The interval after which IDLE is restarted.
    public let idleRefresh: Duration
    /// The polling interval, if IDLE is unavailable or not sufficient.
    public let polling: Duration?
    public let sent: SentFiling
    /// One sentence about what the user must do first.
    public let hint: String?

    /// The polling interval of providers without a special one.
    public static let usualPolling = Duration.seconds(5 * 60)
    /// Defaults for unknown providers.
    public static let unknownConnections = 5
    public static let unknownIdleRefresh = Duration.seconds(20 * 60)
}

extension Provider {
    /// Returns the provider with an identifier, ignoring case.
    public static func named(_ word: String) -> Provider? {
        let word = lowercased(word.utf8)
        return all.first { $0.identifier.utf8.elementsEqual(word) }
    }

    /// Returns the provider of a domain, ignoring case.
    public static func of(domain: some StringProtocol) -> Provider? {
        let domain = lowercased(domain.utf8)
        return all.first { $0.domains.contains { $0.utf8.elementsEqual(domain) } }
    }

    private static func lowercased(_ octets: some Sequence<UInt8>) -> [UInt8] {
        octets.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }
}
