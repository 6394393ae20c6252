internal import Accounts
internal import MailEngine

/// One sync of an account: send the outbox, synchronize, and then check whether the server stored the sent copies.
struct SendAndReceive: Sendable {
    let account: AccountName
    let before: OutboxDelivery?
    let after: OutboxDelivery?
    /// Returns the sync, which uses a connection of the cache; with a request, one with those options.
    let sync: @Sendable (ConnectionAndLedgerCache?, AccountSync.Request?) -> AccountSync

    /// The order in which syncs use an account.
    struct Turns: Sendable {
        typealias Work = @Sendable (ConnectionAndLedgerCache?) async -> Outcome

        /// Runs work for an account, with a kept connection if there is one, when the account is free.
        let take: @Sendable (AccountName, @escaping Work) async -> Outcome
        /// Returns the progress of the sync for which a turn of this account waits; `nil` if it has none.
        var progress: @Sendable (AccountName) -> SyncProgress? = { _ in nil }
    }

    struct Outcome: Sendable {
        let sync: SyncReport
        /// `nil` if the account sends nothing.
        let delivery: DeliveryReport?
        /// Whether it was ended because its time was over.
        var hasTimedOut = false
    }

    /// Runs all rounds concurrently. The outcomes are in the order of the rounds. After `limit`, rounds that are not
    /// complete are ended; the next sync continues them.
    static func run(
        _ rounds: [SendAndReceive], within limit: Duration? = nil, turns: Turns
    ) async -> [Outcome] {
        await withTaskGroup(of: (Int, Outcome)?.self) { group in
            for (index, round) in rounds.enumerated() {
                group.addTask { (index, await turns.take(round.account) { await round.run($0) }) }
            }
            if let limit {
                group.addTask {
                    try? await Task.sleep(for: limit)
                    return nil
                }
            }
            var outcomes = [Outcome?](repeating: nil, count: rounds.count)
            var isOver = false
            while outcomes.contains(where: { $0 == nil }), let ended = await group.next() {
                guard let (index, outcome) = ended else {
                    isOver = true
                    group.cancelAll()
                    continue
                }
                outcomes[index] = outcome
                outcomes[index]?.hasTimedOut = isOver && outcome.sync.failure != nil
            }
            group.cancelAll()
            return outcomes.compactMap(\.self)
        }
    }

    private func run(_ cache: ConnectionAndLedgerCache?) async -> Outcome {
        var delivery: DeliveryReport?
        let report = await sync(cache, nil).run {
            delivery = await before?.run()
            return !(delivery?.isIdle ?? true)
        }
        if report.failure == nil, let after, !(delivery?.isIdle ?? false) {
            let sync = sync
            let follower = after.syncingSentAndDrafts(
                by: SentAndDraftsSync { request in await sync(cache, request).run() })
            delivery = await follower.following(report).run(continuing: delivery ?? DeliveryReport())
        }
        return Outcome(sync: report, delivery: delivery)
    }
}
