public import MailTypes

/// The clocks of the machine. Tests use a fake one that they advance themselves.
public protocol Clock: Sendable {
    /// The current time, for users and for headers. It can jump forward or backward when the clock is set.
    func now() -> Instant
    /// The time since a fixed point, for measuring intervals. It is monotonic and pauses while the machine is
    /// suspended.
    func elapsed() -> Duration
    /// Returns after `duration`.
    func sleep(for duration: Duration)
    /// Returns after `duration`, or when the task is cancelled. Blocks no thread.
    func pause(for duration: Duration) async
    /// The time since boot in a form that can be stored and compared by another process, or `nil` if it is unknown.
    func uptime() -> Uptime?
}

extension Clock {
    public func pause(for duration: Duration) async {
        try? await Task.sleep(for: duration)
    }

    public func uptime() -> Uptime? { nil }
}
