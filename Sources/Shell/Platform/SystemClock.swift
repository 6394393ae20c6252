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
        // If a signal interrupts the sleep, sleep for the remaining time.
        while unsafe nanosleep(&wanted, &rest) != 0, errno == EINTR { wanted = rest }
    }

    public func uptime() -> Uptime? {
        Self.boot.map { Uptime(boot: $0, seconds: Int64(Self.read(CLOCK_BOOTTIME).tv_sec)) }
    }

    /// The kernel's unique identifier of the current boot [random(4)].
    private static let boot: String? = {
        let file = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var octets = [UInt8](repeating: 0, count: 36)
        guard unsafe Glibc.read(file, &octets, octets.count) == octets.count else { return nil }
        return String(decoding: octets, as: UTF8.self)
    }()

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return time
    }
}
