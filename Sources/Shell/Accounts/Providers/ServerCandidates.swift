internal import Autoconfiguration
internal import DomainNames
public import MailTypes

/// The servers to try for an address, in order, within ten seconds.
///
/// If the provider is known, by the address's domain or by the servers that receive its mail, only its servers are used.
/// Otherwise those that the domain announces come first: in DNS, then in configuration files. Common host names come
/// last. Connecting shows whether a server exists and whether its certificate matches.
public struct ServerCandidates: Hashable, Sendable {
    public enum Origin: Hashable, Sendable {
        case provider
        case record
        case configuration
        case guess
    }

    public struct Candidate: Hashable, Sendable {
        public let server: ServerURL
        public let origin: Origin
        /// When to start, relative to the first candidate, so that a slow server does not delay the others.
        public let begins: Duration
        /// Whether the user must confirm the server: its name comes from DNS or a configuration file, where it may have
        /// been forged, and is not below the address's domain [RFC 6186 §4.2].
        public let needsConsent: Bool
        /// The name to sign in with, if it is not the address.
        public var user: String?
        /// Whether the server accepts tokens and no passwords.
        public var needsToken = false
    }

    /// The timeout for the whole search, and for the questions about the domain, which come first.
    public static let limit = Duration.seconds(10)
    public static let answerLimit = Duration.seconds(4)
    private static let interval = Duration.milliseconds(400)
    private static let maximumServers = 4

    public let provider: Provider?
    public let imap: [Candidate]
    public let smtp: [Candidate]

    /// Returns the host name that the servers are found by. `nil` if the address's domain cannot be a host name.
    public static func domain(of address: EmailAddress) -> String? {
        host(address.domain ?? "")
    }

    /// Returns `nil` if the address's domain cannot be a host name.
    public init?(for address: EmailAddress, knowing answers: DomainLookupResults = DomainLookupResults()) {
        guard let domain = Self.domain(of: address) else { return nil }
        let published = Self.published(answers, address.text)
        // A domain that names servers of its own has them, even if another provider filters its incoming mail.
        let isOwn = published.contains { Self.isBelow(domain, $0.server.host) }
        provider = Provider.of(domain: domain) ?? (isOwn ? nil : Provider.receiving(answers.exchangers))
        if let provider {
            imap = Self.candidates(provider.imap.map { Named(server: $0, origin: .provider) }, in: domain)
            smtp = Self.candidates(provider.smtp.map { Named(server: $0, origin: .provider) }, in: domain)
            return
        }
        let ordered =
            published.filter { Self.isBelow(domain, $0.server.host) }
            + published.filter {
                !Self.isBelow(domain, $0.server.host)
            }
        func candidates(_ service: ServerURL.Service) -> [Candidate] {
            let guesses = Self.guesses(service, domain).map { Named(server: $0, origin: .guess) }
            return Self.candidates(ordered.filter { $0.server.service == service } + guesses, in: domain)
        }
        imap = candidates(.imap)
        smtp = candidates(.smtp)
    }

    fileprivate struct Named {
        let server: ServerURL
        let origin: Origin
        var user: String?
        var needsToken = false
    }

    /// Returns the servers that the domain announces, the best first.
    private static func published(_ answers: DomainLookupResults, _ address: String) -> [Named] {
        var named: [Named] = []
        for (service, kind, security) in services {
            named += servers(answers.records[kind] ?? [], service, security).map {
                Named(server: $0, origin: .record)
            }
        }
        for configuration in answers.configurations {
            for service in [ClientConfiguration.Service.imap, .smtp] {
                let servers = configuration.servers.filter { $0.service == service }
                named += servers.prefix(maximumServers).compactMap { Named($0, address) }
            }
        }
        return named
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
        return ordered.prefix(maximumServers).compactMap { record in
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

    private static func candidates(_ servers: [Named], in domain: String) -> [Candidate] {
        var seen: Set<ServerURL> = []
        let distinct = servers.filter { seen.insert($0.server).inserted }
        return distinct.prefix(maximumCandidates).enumerated().map { number, named in
            let isAnnounced = named.origin == .record || named.origin == .configuration
            return Candidate(
                server: named.server, origin: named.origin, begins: interval * number,
                needsConsent: isAnnounced && !isBelow(domain, named.server.host), user: named.user,
                needsToken: named.needsToken)
        }
    }

    /// So many begin before the time is over that the last one can still answer.
    private static let maximumCandidates = 13

    private static func isBelow(_ domain: String, _ host: String) -> Bool {
        ".\(host)".utf8.reversed().starts(with: ".\(domain)".utf8.reversed())
    }

    /// Returns a host name that contains a dot, in lower case and without a trailing dot. Returns `nil` for anything
    /// else.
    fileprivate static func host(_ text: some StringProtocol) -> String? {
        guard var name = ServerURL.ascii(text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }) else { return nil }
        if name.last == 0x2E { name.removeLast() }
        guard ServerURL.isHost(name[...]), !name.contains(0x3A), name.contains(0x2E) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}

extension ServerCandidates.Named {
    /// Returns `nil` if the host name is not valid.
    fileprivate init?(_ server: ClientConfiguration.Server, _ address: String) {
        guard let host = ServerCandidates.host(server.host) else { return nil }
        let url = ServerURL(
            server.service == .imap ? .imap : .smtp, server.security == .implicitTLS ? .implicitTLS : .startTLS, host,
            server.port)
        let name = server.userName.flatMap { $0.utf8.elementsEqual(address.utf8) ? nil : $0 }
        self.init(server: url, origin: .configuration, user: name, needsToken: server.needsToken)
    }
}
