import Foundation
public import Testing

/// Threads for tests that measure time or wait for a peer: those that Swift lends to all tests may be kept by others for
/// minutes. A job that finds no idle thread gets a new one, so that those which wait hold up none.
public final class OwnThreads: TaskExecutor, @unchecked Sendable {
    public static let shared = OwnThreads()

    /// Seconds after which an idle thread ends.
    private static let patience = 5.0

    /// Guards what is below it.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var idle = 0

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        defer { condition.unlock() }
        jobs.append(job)
        if idle >= jobs.count {
            condition.signal()
        } else {
            Thread.detachNewThread { self.work() }
        }
    }

    private func work() {
        while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// `nil` where there was none for a while.
    private func nextJob() -> UnownedJob? {
        condition.lock()
        defer { condition.unlock() }
        let end = Date(timeIntervalSinceNow: Self.patience)
        while jobs.isEmpty {
            idle += 1
            let isLate = !condition.wait(until: end)
            idle -= 1
            if isLate, jobs.isEmpty { return nil }
        }
        return jobs.removeFirst()
    }
}

/// Runs each test of a suite on `OwnThreads`. A task that a test makes beside its own has to be sent there too.
public struct OnOwnThreads: TestTrait, SuiteTrait, TestScoping {
    public var isRecursive: Bool { true }

    @concurrent public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
    }
}

extension Trait where Self == OnOwnThreads {
    public static var onOwnThreads: Self { OnOwnThreads() }
}
