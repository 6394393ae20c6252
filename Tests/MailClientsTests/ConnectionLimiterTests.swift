import MailTestSupport
import Synchronization
import Testing

@testable import MailClients

@Suite("The number of connections", .holds("Y19", "Y24"), .timeLimit(.minutes(2)))
struct ConnectionLimiterTests {
    /// Waits until as many requests of the account wait.
    private static func waiting(_ count: Int, _ limiter: ConnectionLimiter, _ account: String) async {
        while limiter.usage(of: account).waiting < count { await Task.yield() }
    }

    @Test("Never exceeds the total, and serves the requests in their order")
    func total() async {
        let limiter = ConnectionLimiter(total: 2)
        let (one, other) = ("one", "other")
        var held = [await limiter.permit(for: one, limit: 5), await limiter.permit(for: other, limit: 5)]
        let order = Record<String>()
        let tasks = ["a", "b"].map { text in
            Task {
                let permit = await limiter.permit(for: one, limit: 5)
                order.add(text)
                withExtendedLifetime(permit) {}
            }
        }
        await Self.waiting(2, limiter, one)
        #expect(order.values.isEmpty && held.count == 2)
        held = []
        for task in tasks { await task.value }
        #expect(order.values.sorted() == ["a", "b"])
        #expect(limiter.usage(of: one) == (0, 0))
    }

    @Test("An account has no more connections than its provider permits, and does not delay others")
    func accountLimit() async {
        let limiter = ConnectionLimiter(total: 30)
        let (one, other) = ("one", "other")
        var held: ConnectionLimiter.Permit? = await limiter.permit(for: one, limit: 1)
        let task = Task { _ = await limiter.permit(for: one, limit: 1) }
        await Self.waiting(1, limiter, one)
        _ = await limiter.permit(for: other, limit: 1)
        #expect(limiter.usage(of: one) == (1, 1))
        withExtendedLifetime(held) {}
        held = nil
        await task.value
    }

    @Test("The account that the user looks at is served first")
    func preferred() async {
        let limiter = ConnectionLimiter(total: 1)
        let (one, other) = ("one", "other")
        limiter.prefer(other)
        var held: ConnectionLimiter.Permit? = await limiter.permit(for: one, limit: 5)
        let order = Record<String>()
        func ask(_ name: String) -> Task<Void, Never> {
            Task {
                let permit = await limiter.permit(for: name, limit: 5)
                order.add(name)
                withExtendedLifetime(permit) {}
            }
        }
        let first = ask(one)
        await Self.waiting(1, limiter, one)
        let second = ask(other)
        await Self.waiting(1, limiter, other)
        withExtendedLifetime(held) {}
        held = nil
        await first.value
        await second.value
        #expect(order.values == [other, one])
    }

    @Test("A request that waits too long, or is cancelled, fails and leaves nothing behind")
    func patience() async {
        let limiter = ConnectionLimiter(total: 1, patience: .milliseconds(20))
        let one = "one"
        let held = await limiter.permit(for: one, limit: 5)
        #expect(await limiter.permit(for: one, limit: 5) === nil)
        let cancelled = Task { await limiter.permit(for: one, limit: 5) === nil }
        cancelled.cancel()
        #expect(await cancelled.value)
        #expect(limiter.usage(of: one) == (1, 0))
        withExtendedLifetime(held) {}
    }

    @Test("A connection that only waits for new mail is closed when another account needs it")
    func spare() async {
        let limiter = ConnectionLimiter(total: 1)
        let (one, other) = ("one", "other")
        var held: ConnectionLimiter.Permit? = await limiter.permit(for: one, limit: 5)
        let closed = Record<Bool>()
        let idle = Task {
            await limiter.offering(one, close: { closed.add(true) }) {
                while closed.values.isEmpty { await Task.yield() }
            }
        }
        let task = Task { _ = await limiter.permit(for: other, limit: 5) }
        await idle.value
        withExtendedLifetime(held) {}
        held = nil
        await task.value
    }
}

/// What happened, in order.
private final class Record<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    var values: [Value] { state.withLock(\.self) }

    func add(_ value: Value) {
        state.withLock { $0.append(value) }
    }
}
