public import DomainNames
public import MailTypes

/// The servers to try for an address, in order, within ten seconds.
///
/// If the provider is known, only its servers are tried. Otherwise the servers that the domain announces come first,
/// then common host names. Connecting shows whether a server exists and whether its certificate matches.
public struct DiscoveryPlan: Hashable, Sendable {
    public enum Origin: Hashable, Sendable {
        case provider
        case record
        case guess
    }

    public struct Candidate: Hashable, Sendable {
        public let server: ServerURL
        public let origin: Origin
        /// When to start, relative to the first candidate, so that a slow server does not delay the others.
        public let begins: Duration
        /// Whether the user must confirm the server: its name comes from DNS, where it may have been forged, and is not
        /// below the address's domain [RFC 6186 §4.2].
        public let needsConsent: Bool
    }

    /// The timeout for the whole search.
    public static let limit = Duration.seconds(10)
    private static let interval = Duration.milliseconds(500)
    private static let maximumRecords = 4

    public let provider: Provider?
    public let imap: [Candidate]
    public let smtp: [Candidate]

    /// Returns `nil` if the address's domain cannot be a host name. `records` queries DNS for the servers of a service,
    /// and returns none if there are none or no name server answers.
    public init?(
        for address: EmailAddress, records: (_ kind: ServiceRecord.Kind, _ domain: String) async -> [ServiceRecord]
    ) async {
        guard let domain = Self.host(address.domain ?? "") else { return nil }
        provider = Provider.of(domain: domain)
        if let provider {
            imap = Self.candidates(provider.imap.map { ($0, .provider) }, in: domain)
            smtp = Self.candidates(provider.smtp.map { ($0, .provider) }, in: domain)
            return
        }
        var named: [ServerURL.Service: [ServerURL]] = [:]
        for (service, kind, security) in Self.services {
            let found = await records(kind, domain)
            named[service, default: []] += Self.servers(found, service, security)
        }
        imap = Self.candidates(
            (named[.imap] ?? []).map { ($0, .record) } + Self.guesses(.imap, domain).map { ($0, .guess) }, in: domain)
        smtp = Self.candidates(
            (named[.smtp] ?? []).map { ($0, .record) } + Self.guesses(.smtp, domain).map { ($0, .guess) }, in: domain)
    }

    /// [RFC 6186 §3, RFC 8314 §5.1]
    private static let services: [(ServerURL.Service, ServiceRecord.Kind, ServerURL.Security)] = [
        (.imap, .imaps, .implicitTLS), (.imap, .imap, .startTLS),
        (.smtp, .submissions, .implicitTLS), (.smtp, .submission, .startTLS),
    ]

    /// Sorts by ascending priority, then by descending weight, so that the plan is deterministic.
    private static func servers(
        _ records: [ServiceRecord], _ service: ServerURL.Service, _ security: ServerURL.Security
    ) -> [ServerURL] {
        let ordered = records.filter { $0.port > 0 }.sorted {
            ($0.priority, UInt16.max - $0.weight) < ($1.priority, UInt16.max - $1.weight)
        }
        return ordered.prefix(maximumRecords).compactMap { record in
            host(record.host).map { ServerURL(service, security, $0, record.port) }
        }
    }

    private static func guesses(_ service: ServerURL.Service, _ domain: String) -> [ServerURL] {
        let own = service == .imap ? "imap" : "smtp"
        let (implicit, startTLS): (UInt16, UInt16) = service == .imap ? (993, 143) : (465, 587)
        let hosts = ["\(own).\(domain)", "mail.\(domain)", domain]
        return hosts.map { ServerURL(service, .implicitTLS, $0, implicit) }
            + hosts.dropLast().map { ServerURL(service, .startTLS, $0, startTLS) }
    }

    private static func candidates(_ servers: [(ServerURL, Origin)], in domain: String) -> [Candidate] {
        var seen: Set<ServerURL> = []
        let distinct = servers.filter { seen.insert($0.0).inserted }
        return distinct.enumerated().map { number, entry in
            let (server, origin) = entry
            let isOwn = ".\(server.host)".utf8.reversed().starts(with: ".\(domain)".utf8.reversed())
            return Candidate(
                server: server, origin: origin, begins: interval * number, needsConsent: origin == .record && !isOwn)
        }
    }

    /// Returns a host name that contains a dot, in lower case and without a trailing dot. Returns `nil` for anything
    /// else.
    private static func host(_ text: some StringProtocol) -> String? {
        guard var name = ServerURL.ascii(text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }) else { return nil }
        if name.last == 0x2E { name.removeLast() }
        guard ServerURL.isHost(name[...]), !name.contains(0x3A), name.contains(0x2E) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}
