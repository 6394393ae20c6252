public import Accounts
public import Disk
private import Synchronization

/// Tells a delivery whether a prompt of the home works offline, so that nothing may be sent.
///
/// Such a prompt holds a shared lock on the file `offline.lock` in the data directory. The lock ends with the process,
/// for whatever reason.
public final class OfflineHold: Sendable {
    private static let lockName = Array("offline.lock".utf8)
    /// Held while a process tests the lock. Otherwise two processes that test it at once would see each other's lock.
    private static let testLockName = Array("offline-test.lock".utf8)

    private let home: Home
    /// The number of waiting messages that was last reported.
    private let reported = Mutex(0)

    public init(_ home: Home) {
        self.home = home
    }

    /// Begins to work offline. Deliveries send nothing as long as the lock exists.
    public static func begin(in home: Home) throws(FileError) -> FileLock? {
        let data = try home.makingDirectory(.data)
        let test = try data.lock(testLockName, waiting: true)
        defer { withExtendedLifetime(test) {} }
        return try data.lock(lockName, exclusively: false, waiting: true)
    }

    /// Whether a prompt of the home works offline, in this or another process.
    public static func isInEffect(in home: Home) throws(FileError) -> Bool {
        guard let data = try home.directory(.data), try data.status(of: lockName) != nil else { return false }
        let test = try data.lock(testLockName, waiting: true)
        defer { withExtendedLifetime(test) {} }
        return try data.lock(lockName, waiting: false) == nil
    }

    func isInEffect() throws(FileError) -> Bool {
        let isInEffect = try Self.isInEffect(in: home)
        if !isInEffect { reported.withLock { $0 = 0 } }
        return isInEffect
    }

    /// Returns whether the user has not been told yet that this many messages wait.
    func isNews(ofWaiting count: Int) -> Bool {
        reported.withLock { reported in
            defer { reported = count }
            return count > reported
        }
    }
}
