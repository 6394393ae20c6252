internal import JSONText
internal import MailEngine
private import Synchronization
internal import Worker

/// Other processes that want the sync that this one is doing.
final class ProcessesAwaitingSync: Sendable {
    private let server: WorkerServer
    private let accounts: Set<String>
    private let request: AccountSync.Request
    private let waiting = Mutex<[(id: Int64, peer: WorkerServer.PeerID)]>([])

    init(_ server: WorkerServer, _ accounts: [String], _ request: AccountSync.Request) {
        self.server = server
        self.accounts = Set(accounts)
        self.request = request
    }

    func take(_ request: WorkerRequest, from peer: WorkerServer.PeerID) {
        switch request.kind {
        case .sync(let wish):
            // The result is that of all accounts, so it must be asked for all of them.
            guard wish.mailbox == self.request.onlyMailbox, Set(wish.accounts) == accounts else {
                return server.send(.refused(id: request.id, reason: "busy"), to: peer)
            }
            waiting.withLock { $0.append((request.id, peer)) }
        case .follow: break
        case .status: server.send(.done(id: request.id, JSONObject([("accounts", .array([]))])), to: peer)
        }
    }

    /// Answers the others and lets another process be the worker.
    func end(_ result: SyncResult?) {
        if let result {
            for (id, peer) in waiting.withLock(\.self) { server.send(.done(id: id, result.object), to: peer) }
        }
        server.stop()
    }
}
