import Glibc
import MailTestSupport
import Synchronization
import Testing

@testable import Threads

@Suite("Threads of tasks")
struct TaskThreadExecutorTests {
    private let executor = TaskThreadExecutor(threads: 3)

    private actor Counter {
        private(set) var count = 0

        func add() { count += 1 }
    }

    private final class Counts: Sendable {
        let arrived = Atomic(0)
        let running = Atomic(0)
        let most = Atomic(0)
        let woken = Mutex<[Int]>([])
    }

    @Test("Every task runs")
    func all() async {
        let counter = Counter()
        await withTaskExecutorPreference(executor) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10_000 {
                    group.addTask {
                        await counter.add()
                        await Task.yield()
                        await counter.add()
                    }
                }
            }
        }
        #expect(await counter.count == 20_000)
    }

    @Test("As many tasks run at a time as there are threads")
    func limit() async {
        let counts = Counts()
        await withTaskExecutorPreference(executor) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        counts.arrived.add(1, ordering: .relaxed)
                        // Ends only if all three run.
                        while counts.arrived.load(ordering: .relaxed) < 3 { usleep(1000) }
                    }
                }
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<30 {
                    group.addTask {
                        counts.most.max(counts.running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                        usleep(1000)
                        counts.running.subtract(1, ordering: .relaxed)
                    }
                }
            }
        }
        #expect(counts.most.load(ordering: .relaxed) <= 3)
    }

    @Test("Tasks sleep until the times that they ask for, and wake in their order")
    func sleep() async {
        let counts = Counts()
        let clock = ContinuousClock()
        // Later than all of them are asleep.
        let start = clock.now + .milliseconds(300)
        let executor = TaskThreadExecutor(threads: 1)
        await withTaskExecutorPreference(executor) {
            await withTaskGroup(of: Void.self) { group in
                for milliseconds in [120, 0, 60, 180, 30, 90] {
                    group.addTask {
                        try? await Task.sleep(until: start + .milliseconds(milliseconds))
                        #expect(clock.now >= start + .milliseconds(milliseconds))
                        counts.woken.withLock { $0.append(milliseconds) }
                    }
                }
            }
        }
        #expect(counts.woken.withLock(\.self) == [0, 30, 60, 90, 120, 180])
    }

    @Test("A cancelled sleep ends at once")
    func cancellation() async {
        let clock = ContinuousClock()
        let start = clock.now
        await withTaskExecutorPreference(executor) {
            let task = Task(executorPreference: executor) { try await Task.sleep(for: .seconds(600)) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(clock.now - start < .seconds(60))
    }
}
