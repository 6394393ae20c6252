internal import Accounts
private import Dispatch
internal import JSONText
internal import MailEngine
internal import MailTypes
private import Synchronization
internal import Worker

/// A sync that one process does for all that want it: the worker of the home, or this process if there is none.
struct CrossProcessSync: Sendable {
    let home: Home
    let accounts: [MailAccount]
    let request: AccountSync.Request
    let tracker: SyncProgressTracker
    let deliveries: DeliveryLineQueue

    /// Returns the result, or `nil` as soon as `isStopped` returns `true`. `own` is the sync in this process.
    func run(unless isStopped: @escaping @Sendable () -> Bool, _ own: SyncJob.Work) -> SyncResult? {
        while !isStopped() {
            switch try? WorkerRole.join(home) {
            case .worker(let server):
                let others = ProcessesAwaitingSync(server, accounts.map(\.name.text), request)
                server.start { others.take($0, from: $1) }
                let result = own(isStopped)
                others.end(result)
                return result
            case .client(let client):
                let asked = ask(client, unless: isStopped)
                client.close()
                switch asked {
                case .done(let result): return result
                // The worker has ended, so its lock is free.
                case .gone: continue
                case .stopped: return nil
                }
            // The worker does not answer. The locks of the accounts prevent that both do the same.
            case .some(.none), nil: return own(isStopped)
            }
        }
        return nil
    }

    private enum Answer {
        case done(SyncResult)
        case gone
        case stopped
    }

    /// Asks the worker for the sync and waits for the result, or for the end of the worker.
    private func ask(_ client: WorkerClient, unless isStopped: () -> Bool) -> Answer {
        let answer = Mutex<SyncResult?>(nil)
        let isGone = Mutex(false)
        let news = DispatchSemaphore(value: 0)
        client.receive { [accounts, tracker, deliveries] reply in
            switch reply {
            case .progress(_, let object):
                if let (account, step) = SyncStep.reported(object) { tracker.show(account, step) }
                if let line = DeliveryEventLine(object) { deliveries.add(line) }
            case .refused:
                // It does something else, and ends then.
                if let first = accounts.first {
                    tracker.show(first.name, SyncStep(words: "waiting for another petrel"))
                }
            case .done(_, let object):
                answer.withLock { $0 = SyncResult(object) }
                news.signal()
            case .hello, .event: break
            }
        } closed: {
            isGone.withLock { $0 = true }
            news.signal()
        }
        client.ask(.sync(.init(accounts: accounts.map(\.name.text), mailbox: request.onlyMailbox)))
        while true {
            _ = news.wait(timeout: .now() + .milliseconds(50))
            if let result = answer.withLock(\.self) { return .done(result) }
            if isStopped() { return .stopped }
            if isGone.withLock(\.self) { return .gone }
        }
    }
}

extension AccountSync.Request {
    var onlyMailbox: String? { mailboxes?.first.map { "\($0)" } }

    /// Whether the worker can be asked for this sync.
    var isShareable: Bool {
        window == nil && removals.isEmpty && !isDryRun && !answersQuestions && mailboxes?.count ?? 1 == 1
    }
}
