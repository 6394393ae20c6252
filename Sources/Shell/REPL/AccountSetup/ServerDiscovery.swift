internal import Accounts
internal import Autoconfiguration
internal import DomainNames
internal import MailClients
internal import MailTypes

/// Finds the servers of an address. Asks DNS and the domain's configuration files at the same time, then connects to
/// the servers in the order of the plan and uses the first that accepts a connection. Does not sign in.
struct ServerDiscovery: Sendable {
    enum Found: Sendable {
        /// The domain's mail is at a provider that petrel knows.
        case provider(Provider)
        case servers(imap: ServerCandidates.Candidate, smtp: ServerCandidates.Candidate)
    }

    private let connections: NetworkAccess
    private let limit: Duration

    init(_ connections: NetworkAccess, within limit: Duration = ServerCandidates.limit) {
        self.connections = connections
        self.limit = limit
    }

    /// Returns `nil` if no pair of servers is found in time.
    func servers(of address: EmailAddress) async -> Found? {
        await Self.first(within: limit) { await search(address) } ?? nil
    }

    private func search(_ address: EmailAddress) async -> Found? {
        guard let domain = ServerCandidates.domain(of: address) else { return nil }
        let answers = await answers(about: domain, String(address.localPart))
        guard let plan = ServerCandidates(for: address, knowing: answers) else { return nil }
        if let provider = plan.provider { return .provider(provider) }
        async let imap = first(of: plan.imap)
        async let smtp = first(of: plan.smtp)
        guard let imap = await imap, let smtp = await smtp else { return nil }
        return .servers(imap: imap, smtp: smtp)
    }

    // MARK: - Asking about the domain

    private enum Answer: Sendable {
        case records(ServiceRecord.Kind, [ServiceRecord])
        case exchangers([MailExchanger])
        case configuration(Int, ClientConfiguration)
        case nothing
        case isOver
    }

    /// Returns what arrived in time.
    private func answers(about domain: String, _ localPart: String) async -> DomainLookupResults {
        await withTaskGroup(of: Answer.self) { group in
            for kind in ServiceRecord.Kind.allCases {
                group.addTask { .records(kind, await connections.services(kind, domain)) }
            }
            group.addTask { .exchangers(await connections.exchangers(domain)) }
            let urls = DomainLookupResults.configurationURLs(localPart: localPart, domain: domain)
            for (place, url) in urls.enumerated() {
                group.addTask {
                    let octets = await connections.document(url, ClientConfiguration.maximumSize)
                    let file = octets.flatMap { ClientConfiguration($0, localPart: localPart, domain: domain) }
                    return file.map { .configuration(place, $0) } ?? .nothing
                }
            }
            group.addTask {
                try? await Task.sleep(for: ServerCandidates.answerLimit)
                return .isOver
            }
            defer { group.cancelAll() }
            var answers = DomainLookupResults()
            var files: [Int: ClientConfiguration] = [:]
            var missing = ServiceRecord.Kind.allCases.count + 1 + urls.count
            while missing > 0, let answer = await group.next() {
                missing -= 1
                switch answer {
                case .records(let kind, let records): answers.records[kind] = records
                case .exchangers(let exchangers): answers.exchangers = exchangers
                case .configuration(let place, let file): files[place] = file
                case .nothing: break
                case .isOver: missing = 0
                }
            }
            answers.configurations = files.sorted { $0.key < $1.key }.map(\.value)
            return answers
        }
    }

    /// Returns the result of `work`, or `nil` if it takes too long.
    private static func first<Value: Sendable>(
        within limit: Duration, _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    // MARK: - Connecting

    private enum News {
        case connected(ServerCandidates.Candidate)
        case failed
        /// The candidate at this index is due.
        case due(Int)
    }

    /// Tries each candidate when it is due, or when the previous one has failed.
    private func first(of candidates: [ServerCandidates.Candidate]) async -> ServerCandidates.Candidate? {
        await withTaskGroup(of: News.self) { group in
            var begun = 0
            var failed = 0
            func begin() {
                guard begun < candidates.count else { return }
                let (candidate, place) = (candidates[begun], begun)
                begun += 1
                group.addTask { await isThere(candidate.server) ? .connected(candidate) : .failed }
                guard begun < candidates.count else { return }
                let pause = candidates[begun].begins - candidate.begins
                group.addTask {
                    try? await Task.sleep(for: pause)
                    return .due(place + 1)
                }
            }
            defer { group.cancelAll() }
            begin()
            while failed < candidates.count, let news = await group.next() {
                switch news {
                case .connected(let candidate): return candidate
                case .failed:
                    failed += 1
                    begin()
                case .due(let place): if place == begun { begin() }
                }
            }
            return nil
        }
    }

    private func isThere(_ server: ServerURL) async -> Bool {
        guard let stream = try? await connections.connect(server.endpoint, nil) else { return false }
        await stream.close()
        return true
    }
}

extension ServerURL {
    fileprivate var endpoint: Endpoint {
        Endpoint(host: host, port: port, security: security == .startTLS ? .startTLS : .implicitTLS)
    }
}
