private import Dispatch
public import Testing

/// Threads for tests that measure time or wait for a peer: those that Swift lends to all tests may be kept by others for
/// minutes.
public final class OwnThreads: TaskExecutor {
    public static let shared = OwnThreads()

    private let queue = DispatchQueue(label: "petrel.tests", attributes: .concurrent)

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
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
