import Glibc
public import MailTypes
public import Platform
import Synchronization

/// A clock with a fixed time of day. `elapsed` advances only when `sleep` is called.
public final class FixedClock: Clock {
    private let instant: Instant
    private let slept = Mutex(Duration.zero)

    public init(at seconds: Int64) {
        instant = Instant(seconds: seconds)
    }

    public func now() -> Instant { instant }
    public func elapsed() -> Duration { slept.withLock { $0 } }

    /// Sleeps for at most 5 ms of real time, for what does not depend on this clock: a process that is being started, for
    /// example, holds the locks of this one until it runs its program.
    public func sleep(for duration: Duration) {
        slept.withLock { $0 += duration }
        usleep(UInt32(min(duration, .milliseconds(5)) / .microseconds(1)))
    }
}
