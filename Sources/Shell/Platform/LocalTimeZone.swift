private import Glibc
public import MailTypes

/// The local time zone: its offset from UTC at any time [tzset(3)].
public struct LocalTimeZone: Sendable {
    private let offset: @Sendable (Instant) -> Int

    /// Creates a zone with a constant offset, in minutes east of UTC.
    public init(offsetMinutes: Int) {
        offset = { _ in offsetMinutes }
    }

    private init(_ offset: @escaping @Sendable (Instant) -> Int) {
        self.offset = offset
    }

    public static let utc = LocalTimeZone(offsetMinutes: 0)

    /// The zone in the variable `TZ`, or else the machine's.
    public static var ofProcess: LocalTimeZone {
        tzset()
        return LocalTimeZone { instant in
            var seconds = time_t(instant.seconds)
            var fields = unsafe tm()
            // The system cannot represent the year, which occurs only in malformed mail.
            guard unsafe localtime_r(&seconds, &fields) != nil else { return 0 }
            return unsafe Int(fields.tm_gmtoff) / 60
        }
    }

    /// Returns the offset in minutes east of UTC.
    public func offsetMinutes(at instant: Instant) -> Int {
        offset(instant)
    }

    public func time(_ instant: Instant) -> DateTime {
        DateTime(instant: instant, offsetMinutes: offset(instant))
    }
}
