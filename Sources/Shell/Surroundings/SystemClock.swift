private import Glibc
public import MailTypes

/// The clocks of this machine [clock_gettime(2)].
public struct SystemClock: Clock {
    public init() {}

    public func now() -> Instant {
        Instant(seconds: Int64(Self.read(CLOCK_REALTIME).tv_sec))
    }

    public func elapsed() -> Duration {
        let time = Self.read(CLOCK_MONOTONIC)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    public func sleep(for duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var wanted = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        var rest = timespec()
        // A signal that somebody handles cuts it short, and says what is left.
        while unsafe nanosleep(&wanted, &rest) != 0, errno == EINTR { wanted = rest }
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return time
    }
}
