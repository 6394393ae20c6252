private import Glibc

/// Decides how long to wait for a lock: as long as its holder is running, but only a few seconds if it is stopped.
struct LockTimeout {
    /// The time between two attempts in microseconds. Short at first, because most locks are held briefly.
    private var pause: UInt32 = 200
    private static let longestPause: UInt32 = 10_000
    /// The time in microseconds since the holder was last checked, and the time it has been found stopped.
    private var unlooked: UInt32 = 0
    private var stopped: UInt32 = 0
    private static let lookPeriod: UInt32 = 250_000
    /// Shorter than a user usually stops a process in a terminal, but longer than a debugger or a machine snapshot
    /// does.
    private static let limit: UInt32 = 3_000_000

    /// Pauses before the next attempt. Returns `false` if a stopped process has held the lock for the whole time limit.
    mutating func wait(unless stoppedHolder: () -> Int32?) -> Bool {
        usleep(pause)
        unlooked += pause
        pause = min(2 * pause, Self.longestPause)
        guard unlooked >= Self.lookPeriod else { return true }
        stopped = stoppedHolder() == nil ? 0 : stopped + unlooked
        unlooked = 0
        return stopped < Self.limit
    }
}
