public import MailTypes

/// Time: the seam between the program and the clocks of the machine. Tests turn one by hand.
public protocol Clock: Sendable {
    /// The current time, for users and for headers. It can jump, also backwards, when the clock is set.
    func now() -> Instant
    /// The time since a fixed moment of the process; for intervals. It never runs backwards, and it pauses while the
    /// machine is suspended.
    func elapsed() -> Duration
    /// Returns when so much time has passed.
    func sleep(for duration: Duration)
    /// A moment to write down, which means the same to another process; `nil` where the machine does not say.
    func uptime() -> Uptime?
}

extension Clock {
    public func uptime() -> Uptime? { nil }
}
