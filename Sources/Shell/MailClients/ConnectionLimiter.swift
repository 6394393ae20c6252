private import Synchronization

/// Limits the IMAP connections of a `NetworkAccess`: those of all accounts together, and those of each account to what
/// its provider permits [FR-SYNC-09, FR-SYNC-16]. Accounts are told apart by their names.
public final class ConnectionLimiter: Sendable {
    /// The right to have one connection, which ends when it is released.
    public final class Permit: Sendable {
        private let limiter: ConnectionLimiter
        private let account: String

        fileprivate init(_ limiter: ConnectionLimiter, _ account: String) {
            self.limiter = limiter
            self.account = account
        }

        deinit { limiter.release(account) }
    }

    fileprivate struct Waiter {
        let number: Int
        let account: String
        let limit: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// A connection that is only kept to hear of new mail, and can be closed if another account needs one.
    fileprivate struct Spare {
        let number: Int
        let account: String
        let close: @Sendable () -> Void
    }

    fileprivate struct State {
        var counts: [String: Int] = [:]
        var total = 0
        /// In the order in which they asked.
        var waiters: [Waiter] = []
        /// The one that was kept for longest first.
        var spares: [Spare] = []
        /// The number of spares that were asked to close and have not closed yet.
        var closing = 0
        var nextNumber = 0
        var preferred: String?
    }

    /// The largest number of connections.
    public let total: Int
    private let patience: Duration
    private let state = Mutex(State())

    /// `patience`: how long to wait for a connection.
    public init(total: Int = 30, patience: Duration = .seconds(30)) {
        self.total = total
        self.patience = patience
    }

    /// The account that the user is looking at, which is served first.
    public func prefer(_ account: String?) {
        state.withLock { $0.preferred = account }
    }

    /// The connections in use by an account, and the requests that wait for one.
    public func usage(of account: String) -> (inUse: Int, waiting: Int) {
        state.withLock { state in
            (state.counts[account] ?? 0, state.waiters.count { $0.account == account })
        }
    }

    /// Offers a connection to other accounts while `body` runs. `close` is called at most once if one of them needs it;
    /// it must end the body soon, so that the connection can be closed.
    public func offering<Result, Failure: Error>(
        _ account: String, close: @escaping @Sendable () -> Void,
        while body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let number = state.withLock { state in
            state.nextNumber += 1
            state.spares.append(Spare(number: state.nextNumber, account: account, close: close))
            return state.nextNumber
        }
        defer { state.withLock { $0.spares.removeAll { $0.number == number } } }
        serve()
        return try await body()
    }

    /// Waits until the account, which may have `limit` connections, may have one more. Returns `nil` if that takes too
    /// long, or the task is cancelled.
    public func permit(for account: String, limit: Int) async -> Permit? {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        let timer = Task { [patience] in
            try? await Task.sleep(for: patience)
            if !Task.isCancelled { giveUp(number) }
        }
        defer { timer.cancel() }
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(number: number, account: account, limit: limit, continuation: continuation)
                let isCancelled = state.withLock { state in
                    if Task.isCancelled { return true }
                    state.waiters.append(waiter)
                    return false
                }
                if isCancelled { continuation.resume(returning: false) } else { serve() }
            }
        } onCancel: {
            giveUp(number)
        }
        return isGranted ? Permit(self, account) : nil
    }

    private func giveUp(_ number: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: false)
    }

    private func release(_ account: String) {
        state.withLock { state in
            state.total -= 1
            state.closing = max(0, state.closing - 1)
            state.counts[account, default: 1] -= 1
            if state.counts[account] == 0 { state.counts[account] = nil }
        }
        serve()
    }

    /// Grants connections while there are any: first to the preferred account, then in order. If there are not enough,
    /// asks for those that are only kept.
    private func serve() {
        let (granted, spares) = state.withLock { state in
            var granted: [Waiter] = []
            while state.total < total, let index = state.nextWaiter {
                let waiter = state.waiters.remove(at: index)
                state.total += 1
                state.counts[waiter.account, default: 0] += 1
                granted.append(waiter)
            }
            return (granted, state.takeSpares())
        }
        for waiter in granted { waiter.continuation.resume(returning: true) }
        for spare in spares { spare.close() }
    }
}

extension ConnectionLimiter.State {
    /// The index of the waiter to serve next; `nil` if none may have a connection.
    fileprivate var nextWaiter: Int? {
        let allowed = waiters.indices.filter { counts[waiters[$0].account] ?? 0 < waiters[$0].limit }
        return allowed.first { waiters[$0].account == preferred } ?? allowed.first
    }

    /// Removes and returns as many spare connections as accounts wait for one, not those of the preferred account.
    fileprivate mutating func takeSpares() -> [ConnectionLimiter.Spare] {
        var missing = waiters.count { counts[$0.account] ?? 0 < $0.limit } - closing
        var taken: [ConnectionLimiter.Spare] = []
        spares.removeAll { spare in
            guard missing > 0, spare.account != preferred else { return false }
            missing -= 1
            closing += 1
            taken.append(spare)
            return true
        }
        return taken
    }
}
