internal import MailEngine

/// One sync of an account: send the outbox, synchronize, and then check whether the server stored the sent copies.
struct SendAndReceive: Sendable {
    let sync: AccountSync
    let before: OutboxDelivery?
    let after: OutboxDelivery?

    struct Outcome: Sendable {
        let sync: SyncReport
        /// `nil` if the account sends nothing.
        let delivery: DeliveryReport?
    }

    /// Runs all rounds concurrently. The outcomes are in the order of the rounds.
    static func run(_ rounds: [SendAndReceive]) async -> [Outcome] {
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
        var delivery: DeliveryReport?
        let report = await sync.run {
            delivery = await before?.run()
            return !(delivery?.isIdle ?? true)
        }
        if report.failure == nil, let after, !(delivery?.isIdle ?? false) {
            delivery = await after.run(continuing: delivery ?? DeliveryReport())
        }
        return Outcome(sync: report, delivery: delivery)
    }
}
