internal import Accounts
private import Dispatch
private import Synchronization
internal import Worker

extension Console {
    /// Returns what the worker of the home does, in this or another process; nothing without a worker.
    func workerStatus() throws(CommandFailure) -> WorkerStatus {
        if let watch = session?.watch { return WorkerStatus(watch.watch.accountStates, watch.watch.recentEvents) }
        return Self.status(of: try? WorkerRole.client(of: try home()))
    }

    /// Asks the worker of the home, if there is one, to sync an account. Does not wait for its result.
    func askForSync(of account: AccountName) {
        guard let client = try? WorkerRole.client(of: try home()) else { return }
        client.ask(.sync(.init(accounts: [account.text], mailbox: nil)))
        // This process may end soon. The answer to a second request shows that the worker has the first one.
        _ = Self.status(of: client)
    }

    /// How long the worker may take to answer, in milliseconds.
    private static var patience: Int { 1000 }

    private static func status(of client: WorkerClient?) -> WorkerStatus {
        guard let client else { return WorkerStatus() }
        let answer = Mutex(WorkerStatus())
        let isOver = DispatchSemaphore(value: 0)
        client.receive { reply in
            guard case .done(_, let object) = reply else { return }
            answer.withLock { $0 = WorkerStatus(object) }
            isOver.signal()
        } closed: {
            isOver.signal()
        }
        client.ask(.status)
        _ = isOver.wait(timeout: .now() + .milliseconds(patience))
        client.close()
        return answer.withLock(\.self)
    }
}
