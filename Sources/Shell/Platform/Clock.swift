public import MailTypes

/// Time: the seam between the program and the clocks of the machine. Tests turn one by hand.
public protocol Clock: Sendable {
    /// What the time is, for people and for headers. It may jump, also backwards, when somebody sets it.
    func now() -> Instant
    /// How much time has passed since a moment that stays the same while the process lives; for intervals. It never
    /// runs backwards, and it stands still while the machine is suspended.
    func elapsed() -> Duration
    /// Returns when so much time has passed.
    func sleep(for duration: Duration)
    /// A moment to write down, which means the same to another process; `nil` where the machine does not say.
    func uptime() -> Uptime?
}

extension Clock {
    public func uptime() -> Uptime? { nil }
}
