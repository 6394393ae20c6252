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
