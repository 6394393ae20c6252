public import DomainNames

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
    /// The domains of the servers that receive its mail. A domain of a user whose MX records name them is hosted there.
    public var exchangers: [String] = []
    /// Whether the user name for a domain of the user cannot be derived from the address.
    public var asksForUserName = false
    /// One sentence about what the user must do first.
    public let hint: String?

    /// The polling interval of providers without a special one.
    public static let usualPolling = Duration.seconds(5 * 60)
    /// Defaults for unknown providers.
    public static let unknownConnections = 5
    public static let unknownIdleRefresh = Duration.seconds(20 * 60)
}

extension Provider {
    /// A provider with the usual behavior, one server for each service, and nothing known about its Sent mailbox.
    init(
        _ identifier: String, _ name: String, _ domains: [String], _ imap: ServerURL, _ smtp: ServerURL,
        userName: UserName = .address, signIn: [SignIn] = [.password], exchangers: [String] = [], hint: String? = nil
    ) {
        self.init(
            identifier: identifier, name: name, domains: domains, imap: [imap], smtp: [smtp], userName: userName,
            signIn: signIn, maximumConnections: 3, idleRefresh: .seconds(540), polling: nil, sent: .unknown,
            exchangers: exchangers, hint: hint)
    }

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

    /// Returns the provider that receives the mail of a domain, according to its MX records: that of the best one.
    public static func receiving(_ exchangers: [MailExchanger]) -> Provider? {
        guard let first = exchangers.min(by: { $0.preference < $1.preference }) else { return nil }
        return all.first { first.isBelow($0.exchangers) }
    }

    private static func lowercased(_ octets: some Sequence<UInt8>) -> [UInt8] {
        octets.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }
}
