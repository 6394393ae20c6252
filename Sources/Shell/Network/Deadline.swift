private import Glibc

/// A point in time on the monotonic clock [clock_gettime(2), CLOCK_MONOTONIC].
struct Deadline: Comparable, Sendable {
    private let nanoseconds: Int64

    /// A deadline that never passes.
    static let never = Deadline(nanoseconds: .max)

    private init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    static var now: Deadline {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Deadline(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Creates a deadline after `limit` from now, or now if `limit` is negative.
    init(in limit: Duration) {
        let (seconds, attoseconds) = limit.components
        let wanted = min(max(seconds, 0), 1_000_000_000) * 1_000_000_000 + max(attoseconds / 1_000_000_000, 0)
        nanoseconds = Deadline.now.nanoseconds + wanted
    }

    /// Milliseconds until the deadline, rounded up, as a timeout for epoll: -1 for `never`.
    var milliseconds: Int32 {
        if self == .never { return -1 }
        let left = nanoseconds - Deadline.now.nanoseconds
        return left <= 0 ? 0 : Int32(clamping: (left + 999_999) / 1_000_000)
    }

    var remaining: Duration {
        .nanoseconds(max(nanoseconds - Deadline.now.nanoseconds, 0))
    }

    static func < (first: Deadline, second: Deadline) -> Bool {
        first.nanoseconds < second.nanoseconds
    }
}
