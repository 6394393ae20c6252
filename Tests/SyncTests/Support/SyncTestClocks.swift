import MailTypes
import Platform

/// The system clock, some minutes ahead, so that recent changes of directories count as settled.
struct LaterClock: Platform.Clock {
    private let clock = SystemClock()

    func now() -> Instant { Instant(seconds: clock.now().seconds + 300) }
    func elapsed() -> Duration { clock.elapsed() }
    func sleep(for duration: Duration) {}
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
