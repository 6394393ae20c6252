import CLinux
import Dispatch
import Glibc
import MailTestSupport
import Synchronization
import Testing
import Threads

@Suite("Monitoring descriptors", .onOwnThreads)
struct DescriptorMonitorTests {
    private let queue = SerialQueue()

    @Test("Each event is reported until it was read")
    func events() {
        let (event, seen) = (linux_event_create(), DispatchSemaphore(value: 0))
        let unread = Atomic(3)
        let monitor = DescriptorMonitor(event, on: queue) {
            // Left readable, the descriptor is reported again.
            if unread.subtract(1, ordering: .relaxed).newValue <= 0 { linux_event_clear(event) }
            seen.signal()
        } ended: {
            close(event)
        }
        linux_event_signal(event)
        for _ in 0..<3 { seen.wait() }
        for _ in 0..<100 {
            linux_event_signal(event)
            seen.wait()
        }
        withExtendedLifetime(monitor) {}
    }

    @Test("A released monitor calls its last function once, and no other after it")
    func end() {
        for _ in 0..<200 {
            let (event, ended) = (linux_event_create(), DispatchSemaphore(value: 0))
            let isOver = Atomic(false)
            let late = Atomic(0)
            var monitor: DescriptorMonitor? = DescriptorMonitor(event, on: queue) {
                if isOver.load(ordering: .relaxed) { late.add(1, ordering: .relaxed) }
            } ended: {
                if isOver.exchange(true, ordering: .relaxed) { late.add(1, ordering: .relaxed) }
                close(event)
                ended.signal()
            }
            linux_event_signal(event)
            withExtendedLifetime(monitor) {}
            monitor = nil
            ended.wait()
            queue.sync {}
            #expect(late.load(ordering: .relaxed) == 0)
        }
    }

    @Test("Many descriptors are monitored, each for its own function")
    func many() {
        let events = (0..<200).map { _ in linux_event_create() }
        let counts = Mutex([Int](repeating: 0, count: events.count))
        let seen = DispatchSemaphore(value: 0)
        let monitors = events.enumerated().map { number, event in
            DescriptorMonitor(event, on: SerialQueue()) {
                linux_event_clear(event)
                counts.withLock { $0[number] += 1 }
                seen.signal()
            } ended: {
                close(event)
            }
        }
        for event in events { linux_event_signal(event) }
        for _ in events { seen.wait() }
        #expect(counts.withLock { $0.allSatisfy { $0 == 1 } })
        withExtendedLifetime(monitors) {}
    }
}
