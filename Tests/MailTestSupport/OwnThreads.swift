import Foundation
public import Testing

/// Threads for tests that measure time or wait for a peer: those that Swift lends to all tests may be kept by others for
/// minutes. A job that finds no idle thread gets a new one, so that those which wait hold up none.
public final class OwnThreads: TaskExecutor, @unchecked Sendable {
    public static let shared = OwnThreads(most: .max)

    private let most: Int

    /// Seconds after which an idle thread ends.
    private static let patience = 5.0

    /// Guards what is below it.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var idle = 0
    private var count = 0

    /// `most`: as many threads as there are at a time, for jobs that never wait for one another.
    init(most: Int) {
        self.most = most
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        defer { condition.unlock() }
        jobs.append(job)
        if idle >= jobs.count {
            condition.signal()
        } else if count < most {
            count += 1
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
            if isLate, jobs.isEmpty {
                count -= 1
                return nil
            }
        }
        return jobs.removeFirst()
    }
}

/// Runs each test of a suite on `OwnThreads`. A task that a test makes beside its own has to be sent there too.
public struct OnOwnThreads: TestTrait, SuiteTrait, TestScoping {
    /// `nil`: as many as are needed, which all such suites share.
    let most: Int?

    public var isRecursive: Bool { true }

    @concurrent public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let threads = most.map { OwnThreads(most: $0) } ?? .shared
        try await withTaskExecutorPreference(threads) { try await function() }
    }
}

extension Trait where Self == OnOwnThreads {
    public static var onOwnThreads: Self { OnOwnThreads(most: nil) }

    /// One for each test case, which must not block: nothing is handed from thread to thread, and that is half of the
    /// time where a test does thousands of syncs in process.
    public static var onOneThread: Self { OnOwnThreads(most: 1) }
}
