/// When a message that was not sent is tried again [FR-SYNC-07].
public enum RetrySchedule {
    /// What lies between the attempts: the first one fails, and so on.
    public static let waits: [Duration] = [.seconds(30), .seconds(120), .seconds(480)]
    /// The age at which an unsent message fails.
    public static let maximumAge: Duration = .seconds(24 * 60 * 60)

    /// The longest time until all planned attempts are over, with a minute for the attempts themselves.
    public static let totalDuration = waits.reduce(.seconds(60), +)
    /// The pause between checks for a network, beside the system's notifications.
    public static let offlinePause: Duration = .seconds(30)
    /// The pause before another try while another process sends.
    public static let busyPause: Duration = .seconds(1)

    /// The wait before the next attempt after so many that failed; `nil` after the last one. A server that names a time
    /// is not asked before.
    public static func wait(after failures: Int, asked: Duration? = nil) -> Duration? {
        guard failures >= 1, failures <= waits.count else { return nil }
        return max(waits[failures - 1], asked ?? .zero)
    }
}
