import Accounts
import MailTestSupport
import Synchronization
import Testing

@testable import MailEngine

@Suite("The number of connections", .holds("Y19", "Y24"), .timeLimit(.minutes(2)))
struct ConnectionLimiterTests {
    private static func name(_ text: String) throws -> AccountName { try #require(AccountName(text)) }

    /// Waits until as many requests of the account wait.
    private static func waiting(_ count: Int, _ limiter: ConnectionLimiter, _ account: AccountName) async {
        while limiter.usage(of: account).waiting < count { await Task.yield() }
    }

    @Test("Never exceeds the total, and serves the requests in their order")
    func total() async throws {
        let limiter = ConnectionLimiter(total: 2)
        let (one, other) = (try Self.name("one"), try Self.name("other"))
        var held = [try await limiter.permit(for: one, limit: 5), try await limiter.permit(for: other, limit: 5)]
        let order = Record<String>()
        let tasks = ["a", "b"].map { text in
            Task {
                let permit = try await limiter.permit(for: one, limit: 5)
                order.add(text)
                withExtendedLifetime(permit) {}
            }
        }
        await Self.waiting(2, limiter, one)
        #expect(order.values.isEmpty && held.count == 2)
        held = []
        for task in tasks { try await task.value }
        #expect(order.values.sorted() == ["a", "b"])
        #expect(limiter.usage(of: one) == (0, 0))
    }

    @Test("An account has no more connections than its provider permits, and does not delay others")
    func accountLimit() async throws {
        let limiter = ConnectionLimiter(total: 30)
        let (one, other) = (try Self.name("one"), try Self.name("other"))
        var held: ConnectionLimiter.Permit? = try await limiter.permit(for: one, limit: 1)
        let task = Task { _ = try await limiter.permit(for: one, limit: 1) }
        await Self.waiting(1, limiter, one)
        _ = try await limiter.permit(for: other, limit: 1)
        #expect(limiter.usage(of: one) == (1, 1))
        withExtendedLifetime(held) {}
        held = nil
        try await task.value
    }

    @Test("The account that the user looks at is served first")
    func preferred() async throws {
        let limiter = ConnectionLimiter(total: 1)
        let (one, other) = (try Self.name("one"), try Self.name("other"))
        limiter.prefer(other)
        var held: ConnectionLimiter.Permit? = try await limiter.permit(for: one, limit: 5)
        let order = Record<AccountName>()
        func ask(_ name: AccountName) -> Task<Void, any Error> {
            Task {
                let permit = try await limiter.permit(for: name, limit: 5)
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
        try await first.value
        try await second.value
        #expect(order.values == [other, one])
    }

    @Test("A request that waits too long, or is cancelled, fails and leaves nothing behind")
    func patience() async throws {
        let limiter = ConnectionLimiter(total: 1, patience: .milliseconds(20))
        let one = try Self.name("one")
        let held = try await limiter.permit(for: one, limit: 5)
        await #expect(throws: SyncFailure.self) { _ = try await limiter.permit(for: one, limit: 5) }
        let cancelled = Task { _ = try await limiter.permit(for: one, limit: 5) }
        cancelled.cancel()
        await #expect(throws: SyncFailure.self) { try await cancelled.value }
        #expect(limiter.usage(of: one) == (1, 0))
        withExtendedLifetime(held) {}
    }

    @Test("A connection that only waits for new mail is closed when another account needs it")
    func spare() async throws {
        let limiter = ConnectionLimiter(total: 1)
        let (one, other) = (try Self.name("one"), try Self.name("other"))
        var held: ConnectionLimiter.Permit? = try await limiter.permit(for: one, limit: 5)
        let closed = Record<Bool>()
        let idle = Task {
            try await limiter.offering(one, close: { closed.add(true) }) {
                () async throws(SyncFailure) in
                while closed.values.isEmpty { await Task.yield() }
            }
        }
        let task = Task { _ = try await limiter.permit(for: other, limit: 5) }
        try await idle.value
        withExtendedLifetime(held) {}
        held = nil
        try await task.value
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
