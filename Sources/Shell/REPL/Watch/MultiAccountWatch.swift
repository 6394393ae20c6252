internal import Accounts
internal import Disk
internal import MailClients
internal import MailEngine
private import Synchronization

/// Watches accounts on other threads until it is stopped.
final class MultiAccountWatch: Sendable {
    private let accounts: [WatchedAccount]
    private let monitor: LocalChangeMonitor?
    private let network: any Sendable
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(_ accounts: [WatchedAccount], _ settings: WatchedAccount.Watching) {
        self.accounts = accounts
        let byName = Dictionary(accounts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        monitor = try? LocalChangeMonitor { account, change in byName[account]?.take(change) }
        network = settings.environment.connections.monitor {
            for account in accounts { account.networkChanged() }
        }
    }

    /// Accounts that are paused try again at once.
    func networkChanged() {
        for account in accounts { account.networkChanged() }
    }

    /// Lets a sync of an account take turns with the watch.
    var turns: SendAndReceive.Turns {
        let accounts = Dictionary(accounts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return SendAndReceive.Turns(
            take: { name, work in
                guard let signals = accounts[name]?.mailSignals else { return await work(nil) }
                return await signals.run { cache in
                    let outcome = await work(cache)
                    return (outcome, outcome.sync)
                }
            }, progress: { accounts[$0]?.progress })
    }

    /// Starts all accounts. Returns the problems of watching local files; what other programs change is then only
    /// noticed at intervals.
    func start() -> [String] {
        var problems: [String] = []
        for account in accounts {
            if let problem = watchFiles(of: account) { problems.append("\(account.name): \(problem)") }
        }
        monitor?.start()
        tasks.withLock { tasks in
            tasks = accounts.map { account in
                Task.detached { [self] in
                    await account.run {
                        _ = self.watchFiles(of: account)
                    } serverReturned: { lastUnreachable in
                        for other in self.accounts where other.name != account.name {
                            other.mailSignals.serverReturned(lastUnreachable: lastUnreachable)
                        }
                    }
                }
            }
        }
        return problems
    }

    /// Stops everything within `seconds`. A message that is being sent is completed, or stays in the outbox.
    func stop(within seconds: Int) {
        monitor?.stop()
        let tasks = tasks.withLock(\.self)
        for task in tasks { task.cancel() }
        let end = BackgroundTask({ waitForAll(tasks) }, finished: {})
        _ = end.wait(seconds: seconds)
    }

    private func watchFiles(of account: WatchedAccount) -> String? {
        guard let monitor else { return "Changes by other programs are noticed every few minutes only." }
        do throws(FileError) {
            try account.watchFiles(with: monitor)
            monitor.reportNow()
            return nil
        } catch {
            return error.description
        }
    }
}

private func waitForAll(_ tasks: [Task<Void, Never>]) {
    _ = waiting(unless: { false }, for: { for task in tasks { await task.value } })
}
