/// The schedule for retrying unsent messages [FR-SYNC-07].
public enum RetrySchedule {
    /// The delays after the first, second and third failed attempt.
    public static let waits: [Duration] = [.seconds(30), .seconds(120), .seconds(480)]
    /// The age at which an unsent message fails.
    public static let maximumAge: Duration = .seconds(24 * 60 * 60)

    /// The maximum time until all planned attempts have ended, including a minute for the attempts themselves.
    public static let totalDuration = waits.reduce(.seconds(60), +)
    /// The interval at which petrel checks for a network, in addition to system notifications.
    public static let offlinePause: Duration = .seconds(30)
    /// The delay before a retry while another process is sending.
    public static let busyPause: Duration = .seconds(1)

    /// Returns the delay after this number of failed attempts, or `nil` after the last one. The delay is not shorter
    /// than `asked`, the delay requested by the server.
    public static func wait(after failures: Int, asked: Duration? = nil) -> Duration? {
        guard failures >= 1, failures <= waits.count else { return nil }
        return max(waits[failures - 1], asked ?? .zero)
    }
}
