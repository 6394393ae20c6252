public import MailTypes
public import Platform
import Synchronization

/// A clock that advances only when a test turns it.
public final class ManualClock: Clock {
    private let passed = Mutex(Duration.zero)

    public init() {}

    public func turn(by duration: Duration) { passed.withLock { $0 += duration } }

    public func now() -> Instant { Instant(seconds: 1_700_000_000 + elapsed().components.seconds) }
    public func elapsed() -> Duration { passed.withLock { $0 } }
    public func sleep(for duration: Duration) { turn(by: duration) }
}
