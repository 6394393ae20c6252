private import Glibc
public import MailTypes

/// How far the clock on the user's wall is from UTC, at any moment [tzset(3)].
public struct LocalZone: Sendable {
    private let offset: @Sendable (Instant) -> Int

    /// The same all year, in minutes east of UTC.
    public init(offsetMinutes: Int) {
        offset = { _ in offsetMinutes }
    }

    private init(_ offset: @escaping @Sendable (Instant) -> Int) {
        self.offset = offset
    }

    public static let utc = LocalZone(offsetMinutes: 0)

    /// The one that this process is started with: `TZ`, else that of the machine.
    public static var ofProcess: LocalZone {
        tzset()
        return LocalZone { instant in
            var seconds = time_t(instant.seconds)
            var fields = unsafe tm()
            // A year that the system cannot write down, as only broken mail has it.
            guard unsafe localtime_r(&seconds, &fields) != nil else { return 0 }
            return unsafe Int(fields.tm_gmtoff) / 60
        }
    }

    /// Minutes east of UTC.
    public func offsetMinutes(at instant: Instant) -> Int {
        offset(instant)
    }

    public func time(_ instant: Instant) -> DateTime {
        DateTime(instant: instant, offsetMinutes: offset(instant))
    }
}
