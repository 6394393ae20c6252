public import MailTypes

/// A moment as it is written down, to count from.
public struct QueueTimestamp: Hashable, Sendable {
    public let date: Instant
    /// `nil` where the machine does not say.
    public let uptime: Uptime?

    public init(_ date: Instant, _ uptime: Uptime?) {
        self.date = date
        self.uptime = uptime
    }

    /// How long it is that `other` was: by the machine's own count while it runs, else by its clock. A clock that was set
    /// back counts nothing.
    public func since(_ other: QueueTimestamp) -> Duration {
        if let uptime, let begin = other.uptime, uptime.boot == begin.boot {
            return .seconds(max(0, uptime.seconds - begin.seconds))
        }
        return .seconds(max(0, date.seconds - other.date.seconds))
    }
}
