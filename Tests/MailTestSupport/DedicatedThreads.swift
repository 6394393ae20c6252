import Foundation
public import Testing

/// Threads for tests that measure time or wait for a peer. Other tests may occupy the threads of Swift's global pool
/// for minutes. A job that finds no idle thread gets a new one, so that waiting jobs block no others.
public final class DedicatedThreads: TaskExecutor, @unchecked Sendable {
    public static let shared = DedicatedThreads(most: .max)

    private let most: Int

    /// Seconds after which an idle thread ends.
    private static let patience = 5.0

    /// Guards the properties below it.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var idle = 0
    private var count = 0

    /// `most` limits the number of threads, for jobs that never wait for one another.
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

    /// Returns `nil` if no job arrived for a while.
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

/// Runs each test of a suite on `DedicatedThreads`. An unstructured task in a test must be sent there too.
public struct OnOwnThreads: TestTrait, SuiteTrait, TestScoping {
    /// `nil`: as many threads as needed, shared by all such suites.
    let most: Int?

    public var isRecursive: Bool { true }

    @concurrent public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let threads = most.map { DedicatedThreads(most: $0) } ?? .shared
        try await withTaskExecutorPreference(threads) { try await function() }
    }
}

extension Trait where Self == OnOwnThreads {
    public static var onOwnThreads: Self { OnOwnThreads(most: nil) }

    /// One thread for each test case, which must not block. Avoiding switches between threads halves the time of a test
    /// that does thousands of syncs in process.
    public static var onOneThread: Self { OnOwnThreads(most: 1) }
}
