/// A moment that no setting of the clock moves, as long as the machine is not started again.
public struct Uptime: Hashable, Sendable {
    /// Tells one run of the machine from another.
    public let boot: String
    /// Since it was started, in seconds; time in which it was suspended counts.
    public let seconds: Int64

    public init(boot: String, seconds: Int64) {
        self.boot = boot
        self.seconds = seconds
    }
}
