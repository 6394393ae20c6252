import Dispatch
import Glibc
import MailTestSupport
import Synchronization
import Testing
import Threads

@Suite("Serial queues", .onOwnThreads)
struct SerialQueueTests {
    @Test("Work runs in the order in which each thread adds it, one piece at a time")
    func order() {
        let queue = SerialQueue()
        let ran = Mutex<[(thread: Int, number: Int)]>([])
        let running = Atomic(0)
        let overlaps = Atomic(0)
        BackgroundThreads.perform(4, width: 4) { thread in
            for number in 0..<1000 {
                queue.async {
                    if running.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
                    ran.withLock { $0.append((thread, number)) }
                    running.subtract(1, ordering: .relaxed)
                }
            }
        }
        queue.sync {}
        for thread in 0..<4 {
            #expect(ran.withLock { $0.filter { $0.thread == thread }.map(\.number) } == Array(0..<1000))
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
    }

    @Test("Waiting for a piece of work waits for those added before it")
    func waiting() {
        for _ in 0..<200 {
            let queue = SerialQueue()
            let count = Atomic(0)
            for _ in 0..<5 { queue.async { count.add(1, ordering: .relaxed) } }
            let seen = Atomic(0)
            queue.sync { seen.store(count.load(ordering: .relaxed), ordering: .relaxed) }
            #expect(seen.load(ordering: .relaxed) == 5)
        }
    }
}
