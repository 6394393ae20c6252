internal import Accounts
internal import MailClients
internal import MailTypes

/// Finds the servers of an address: first those that its domain publishes, then common names. Uses the first that
/// accepts a connection. Does not sign in.
struct ServerDiscovery: Sendable {
    struct Found: Sendable {
        let imap: DiscoveryPlan.Candidate
        let smtp: DiscoveryPlan.Candidate
    }

    private let connections: NetworkAccess
    private let limit: Duration

    init(_ connections: NetworkAccess, within limit: Duration = DiscoveryPlan.limit) {
        self.connections = connections
        self.limit = limit
    }

    /// Returns `nil` if no pair of servers is found in time.
    func servers(of address: EmailAddress) async -> Found? {
        await withTaskGroup { group in
            group.addTask { await search(address) }
            group.addTask { [limit] in
                try? await Task.sleep(for: limit)
                return nil
            }
            let found = await group.next() ?? nil
            group.cancelAll()
            return found
        }
    }

    private func search(_ address: EmailAddress) async -> Found? {
        guard let plan = await DiscoveryPlan(for: address, records: connections.services) else { return nil }
        async let imap = first(of: plan.imap)
        async let smtp = first(of: plan.smtp)
        guard let imap = await imap, let smtp = await smtp else { return nil }
        return Found(imap: imap, smtp: smtp)
    }

    private enum News {
        case connected(DiscoveryPlan.Candidate)
        case failed
        /// The candidate at this index is due.
        case due(Int)
    }

    /// Tries each candidate when it is due, or when the previous one has failed.
    private func first(of candidates: [DiscoveryPlan.Candidate]) async -> DiscoveryPlan.Candidate? {
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
