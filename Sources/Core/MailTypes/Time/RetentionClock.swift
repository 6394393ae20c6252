/// Decides how long a file has been kept, by a system clock that may be wrong: after a dead battery, or before the time
/// of the network is known.
///
/// Its two instants are stored. A clock that jumps never shortens the time for which a file is kept, but can lengthen it.
public struct RetentionClock: Hashable, Sendable {
    /// The beginning of the time in which the clock has run without a jump.
    public let since: Instant
    /// When the clock was last read, to within `precision`.
    public let last: Instant

    public init(since: Instant, last: Instant) {
        self.since = since
        self.last = last
    }

    /// The seconds after which a reading is stored again. Smaller steps, such as those of daylight saving time, are no
    /// jumps.
    private static let precision: Int64 = 86400
    /// More seconds than this between two readings count as a jump. petrel may also not have run for that time.
    private static let longestPause: Int64 = 7 * 86400

    /// Returns the clock after a reading: the former one if nothing needs to be stored.
    public static func reading(_ now: Instant, after former: RetentionClock?) -> RetentionClock {
        guard let former, former.since <= former.last else { return RetentionClock(since: now, last: now) }
        let (pause, isExtreme) = now.seconds.subtractingReportingOverflow(former.last.seconds)
        if isExtreme || pause > longestPause || pause < -precision { return RetentionClock(since: now, last: now) }
        return pause < precision ? former : RetentionClock(since: former.since, last: now)
    }

    /// Whether a file that is kept since `start` has been kept for `lifetime` seconds.
    public func hasKept(since start: Instant, for lifetime: Int64, at now: Instant) -> Bool {
        let (age, isExtreme) = now.seconds.subtractingReportingOverflow(max(start, since).seconds)
        return !isExtreme && age > lifetime
    }
}
