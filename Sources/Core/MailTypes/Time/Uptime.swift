/// A point in time that changes of the clock do not affect, valid until the machine is restarted.
public struct Uptime: Hashable, Sendable {
    /// Identifies a boot of the machine.
    public let boot: String
    /// Seconds since the boot, including time in which the machine was suspended.
    public let seconds: Int64

    public init(boot: String, seconds: Int64) {
        self.boot = boot
        self.seconds = seconds
    }
}
