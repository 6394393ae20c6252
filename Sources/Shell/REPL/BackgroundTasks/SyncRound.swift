internal import MailEngine

/// One sync of an account: send the outbox, synchronize, and then check whether the server stored the sent copies.
struct SyncRound: Sendable {
    let sync: AccountSync
    let before: AccountDelivery?
    let after: AccountDelivery?

    struct Outcome: Sendable {
        let sync: SyncReport
        let delivery: AccountDelivery?
    }

    /// Runs all rounds concurrently. The outcomes are in the order of the rounds.
    static func run(_ rounds: [SyncRound]) async -> [Outcome] {
        await withTaskGroup(of: (Int, Outcome).self) { group in
            for (index, round) in rounds.enumerated() {
                group.addTask { (index, await round.run()) }
            }
            var outcomes = [Outcome?](repeating: nil, count: rounds.count)
            for await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes.compactMap(\.self)
        }
    }

    private func run() async -> Outcome {
        var delivery = before
        let report = await sync.run {
            await delivery?.run()
            return !(delivery?.report.isIdle ?? true)
        }
        if report.failure == nil, var after, !(delivery?.report.isIdle ?? false) {
            await after.run()
            if let first = delivery { after.report = first.report.followed(by: after.report) }
            delivery = after
        }
        return Outcome(sync: report, delivery: delivery)
    }
}
