import MailTypes
import Platform
import Synchronization

/// The system clock, some minutes ahead, so that recent changes of directories count as settled.
struct LaterClock: Platform.Clock {
    private let clock = SystemClock()

    func now() -> Instant { Instant(seconds: clock.now().seconds + 300) }
    func elapsed() -> Duration { clock.elapsed() }
    func sleep(for duration: Duration) {}
}

/// The system clock, set ahead by each sleep. Changes that were made just before a sync are unsettled in its first pass.
final class SkippingClock: Platform.Clock {
    private let clock = SystemClock()
    private let slept = Mutex(Duration.zero)

    func now() -> Instant {
        Instant(seconds: clock.now().seconds + slept.withLock { $0 }.components.seconds)
    }

    func elapsed() -> Duration { clock.elapsed() + slept.withLock { $0 } }
    func sleep(for duration: Duration) { slept.withLock { $0 += duration } }
}

/// A clock that always shows the same time.
struct StillClock: Platform.Clock {
    private let instant: Instant

    init(at instant: Instant) {
        self.instant = instant
    }

    func now() -> Instant { instant }
    func elapsed() -> Duration { SystemClock().elapsed() }
    func sleep(for duration: Duration) {}
}
