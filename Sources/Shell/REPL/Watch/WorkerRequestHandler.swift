internal import Accounts
internal import Disk
internal import JSONText
internal import MailClients
internal import MailEngine
internal import MailTypes
internal import Threads
internal import Worker

/// Does what other processes ask the worker of a home to do.
final class WorkerRequestHandler: Sendable {
    private let server: WorkerServer
    private let environment: SyncEnvironment
    private let turns: SendAndReceive.Turns
    private let states: AccountStates
    private let events: RecentEvents
    private let tell: @Sendable ([WatchEvent]) -> Void

    init(
        _ server: WorkerServer, _ environment: SyncEnvironment, turns: SendAndReceive.Turns,
        _ states: AccountStates, _ events: RecentEvents, tell: @escaping @Sendable ([WatchEvent]) -> Void
    ) {
        self.server = server
        self.environment = environment
        self.turns = turns
        self.states = states
        self.events = events
        self.tell = tell
    }

    /// Takes a request, on a thread of the connection.
    func take(_ request: WorkerRequest, from peer: WorkerServer.PeerID) {
        switch request.kind {
        case .follow:
            // A follower begins with what happened last.
            for object in states.lines.compactMap(\.object) { server.send(.event(object), to: peer) }
        case .status:
            let limiter = environment.connections.limiter
            let accounts = states.all.map { JSONValue.object($0.counted(by: limiter).object) }
            let events = events.all.compactMap { $0.object.map { JSONValue.object($0) } }
            server.send(
                .done(id: request.id, JSONObject([("accounts", .array(accounts)), ("events", .array(events))])),
                to: peer)
        case .sync(let wish):
            BackgroundThreads.run { [self] in
                do throws(CommandFailure) {
                    try sync(wish, request.id, peer)
                } catch {
                    server.send(.done(id: request.id, SyncResult(error).object), to: peer)
                }
            }
        }
    }

    private func sync(
        _ wish: WorkerRequest.SyncWish, _ id: Int64, _ peer: WorkerServer.PeerID
    ) throws(CommandFailure) {
        var request = AccountSync.Request()
        request.pauses = AccountSync.Request.standardPauses
        if let text = wish.mailbox {
            guard let mailbox = MailboxName(text) else { throw .usage("\"\(text)\" is not a mailbox name.") }
            request.mailboxes = [mailbox]
        }
        let job = try environment.beginSync(
            try accounts(wish.accounts), request, isShared: false, turns: turns, tell: tell, finished: {})
        var shown: JSONObject?
        let sendProgress = {
            if let (account, step) = job.tracker.latest {
                let object = step.object(of: account)
                if shown.map({ JSONValue.object($0).octets }) != JSONValue.object(object).octets {
                    self.server.send(.progress(id: id, object), to: peer)
                    shown = object
                }
            }
            self.sendLines(of: job, id, peer)
        }
        let result = job.wait(unless: { !self.server.isConnected(peer) }, meanwhile: sendProgress)
        sendLines(of: job, id, peer)
        if let result { server.send(.done(id: id, result.object), to: peer) }
    }

    private func sendLines(of job: SyncJob, _ id: Int64, _ peer: WorkerServer.PeerID) {
        for line in job.deliveries.take() { server.send(.progress(id: id, line.object), to: peer) }
    }

    private func accounts(_ names: [String]) throws(CommandFailure) -> [MailAccount] {
        let files = AccountConfigurationFiles(environment.home)
        let listing: AccountConfigurationFiles.Listing
        do throws(FileError) { listing = try files.usable() } catch { throw CommandFailure(error) }
        var accounts: [MailAccount] = []
        for name in names {
            guard let account = AccountName(name).flatMap({ listing.account($0) }) else {
                throw .noSuchAccount(name)
            }
            accounts.append(MailAccount(configuration: account, home: files.home))
        }
        return accounts
    }
}
