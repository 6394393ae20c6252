/// A point in time: whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
    public let seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    public static func < (one: Instant, other: Instant) -> Bool {
        one.seconds < other.seconds
    }
}

extension Instant {
    /// ISO 8601 in UTC: `2026-10-12T12:03:00Z`.
    public var iso8601: String {
        let time = CivilTime(secondsSince1970: seconds)
        return "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))T"
            + "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))Z"
    }
}
