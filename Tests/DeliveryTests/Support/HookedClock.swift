import MailTypes
import Platform
import Synchronization
import Testing

/// A clock that runs a closure each time it is read.
final class HookedClock: Clock {
    private let clock: SettableClock
    private let act: @Sendable () throws -> Void
    private let isActing = Mutex(false)

    init(_ clock: SettableClock, _ act: @escaping @Sendable () throws -> Void) {
        self.clock = clock
        self.act = act
    }

    func now() -> Instant {
        let isFirst = isActing.withLock { isActing in
            defer { isActing = true }
            return !isActing
        }
        if isFirst {
            do { try act() } catch { Issue.record("\(error)") }
            isActing.withLock { $0 = false }
        }
        return clock.now()
    }

    func elapsed() -> Duration { clock.elapsed() }
    func sleep(for duration: Duration) { clock.sleep(for: duration) }
    func uptime() -> Uptime? { clock.uptime() }
}
