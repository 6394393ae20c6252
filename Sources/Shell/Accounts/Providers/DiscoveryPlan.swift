public import DomainNames
public import MailTypes

/// Where the servers of an address may be: candidates in the order in which to try them, all of it in ten seconds.
///
/// A provider that is known comes first and alone. Else come the servers that the domain names, and then names that
/// servers often have. Whether one is there, and is the one that its name says, is found out by connecting.
public struct DiscoveryPlan: Hashable, Sendable {
    public enum Origin: Hashable, Sendable {
        case provider
        case record
        case guess
    }

    public struct Candidate: Hashable, Sendable {
        public let server: ServerURL
        public let origin: Origin
        /// When to begin, counted from the first one: who is late does not hold up the others.
        public let begins: Duration
        /// Whether the user has to agree. The domain's own word for it may have been forged on its way here, and names a
        /// host that is not the domain's own [RFC 6186 §4.2].
        public let needsConsent: Bool
    }

    /// When all of it is given up.
    public static let limit = Duration.seconds(10)
    private static let interval = Duration.milliseconds(500)
    private static let maximumRecords = 4

    public let provider: Provider?
    public let imap: [Candidate]
    public let smtp: [Candidate]

    /// `nil` where an address has no domain that a server can have. `records` asks the domain name system for the
    /// servers of a service; none where there are none or nobody answers.
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

    /// The lowest priority first; among equals the heaviest, so that the plan is always the same.
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

    /// A host with a dot in it, in lower case and without one at its end; `nil` where it is none, or "." alone.
    private static func host(_ text: some StringProtocol) -> String? {
        guard var name = ServerURL.ascii(text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }) else { return nil }
        if name.last == 0x2E { name.removeLast() }
        guard ServerURL.isHost(name[...]), !name.contains(0x3A), name.contains(0x2E) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}
