/// What is known of a provider of mail: where its servers are and how they like to be treated.
public struct Provider: Hashable, Sendable {
    /// What users are called when they sign in.
    public enum UserName: Sendable {
        case address
        /// What stands before the `@`.
        case localPart
    }

    /// With what users can sign in, the best first.
    public enum SignIn: Sendable {
        case token
        /// A password that the user makes for one program in the provider's settings.
        case appPassword
        case password
    }

    /// Who puts a copy of sent mail into the Sent mailbox.
    public enum SentFiling: Sendable {
        /// The provider does. Another copy would be a double.
        case server
        /// petrel does, with the flag \Seen.
        case client
        /// Some say one and some the other: it is looked for after sending.
        case unknown
    }

    /// The word for it in configuration.
    public let identifier: String
    /// What it calls itself.
    public let name: String
    /// The domains of its addresses, in lower case.
    public let domains: [String]
    /// The best first.
    public let imap: [ServerURL]
    public let smtp: [ServerURL]
    public let userName: UserName
    public let signIn: [SignIn]
    /// How many connections petrel makes at once.
    public let maximumConnections: Int
    /// After how long IDLE is begun anew.
    public let idleRefresh: Duration
    /// How often mailboxes are asked after where IDLE is not enough or does not exist.
    public let polling: Duration?
    public let sent: SentFiling
    /// What the user has to do first, in a sentence.
    public let hint: String?

    /// For a provider that is not known.
    public static let unknownConnections = 5
    public static let unknownIdleRefresh = Duration.seconds(20 * 60)
}

extension Provider {
    /// The provider of that word, in any case.
    public static func named(_ word: String) -> Provider? {
        let word = lowercased(word.utf8)
        return all.first { $0.identifier.utf8.elementsEqual(word) }
    }

    /// The provider whose addresses have the domain, in any case.
    public static func of(domain: some StringProtocol) -> Provider? {
        let domain = lowercased(domain.utf8)
        return all.first { $0.domains.contains { $0.utf8.elementsEqual(domain) } }
    }

    private static func lowercased(_ octets: some Sequence<UInt8>) -> [UInt8] {
        octets.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }
}
