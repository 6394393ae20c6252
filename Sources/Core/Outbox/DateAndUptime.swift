public import MailTypes

/// A stored point in time, from which elapsed time can be measured.
public struct DateAndUptime: Hashable, Sendable {
    public let date: Instant
    /// `nil` if the system does not provide it.
    public let uptime: Uptime?

    public init(_ date: Instant, _ uptime: Uptime?) {
        self.date = date
        self.uptime = uptime
    }

    /// Returns the time elapsed since `other`, by uptime if the machine has not restarted since, otherwise by the
    /// clock. Returns zero if the clock was set back.
    public func since(_ other: DateAndUptime) -> Duration {
        if isInSameBoot(as: other), let uptime, let begin = other.uptime {
            return .seconds(max(0, uptime.seconds - begin.seconds))
        }
        return .seconds(max(0, date.seconds - other.date.seconds))
    }

    /// Whether the machine has not restarted between the two moments, as far as is known.
    public func isInSameBoot(as other: DateAndUptime) -> Bool {
        guard let uptime, let begin = other.uptime else { return false }
        return uptime.boot == begin.boot
    }
}
