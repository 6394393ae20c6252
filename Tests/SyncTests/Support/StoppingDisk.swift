import CSQLite
import Disk
import MailTestSupport
import Synchronization

/// SQLite does not work through the seam of the disk: each of its commits is asked for where SQLite itself asks whether it
/// may be made.
enum WatchedLedgers {
    private static let stops = Mutex<[String: Stop]>([:])

    /// In effect for each connection that is opened from here on.
    private static let isInstalled: Bool = {
        let opened: Opened = { database, _, _ in
            guard let name = sqlite3_db_filename(database, "main").map({ String(cString: $0) }),
                let stop = WatchedLedgers.stops.withLock({ $0[name] })
            else { return SQLITE_OK }
            let context = Unmanaged.passUnretained(stop).toOpaque()
            sqlite3_commit_hook(
                database,
                { context in
                    guard let context else { return 0 }
                    return Unmanaged<Stop>.fromOpaque(context).takeUnretainedValue().allowsChange() ? 0 : 1
                }, context)
            return SQLITE_OK
        }
        return sqlite3_auto_extension(unsafeBitCast(opened, to: (@convention(c) () -> Void).self)) == SQLITE_OK
    }()

    private typealias Opened =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
        ) -> CInt

    /// As long as `body` runs, which has nothing open when it returns.
    static func watching<Result>(
        _ path: String, _ stop: Stop, _ body: () async throws -> Result
    ) async throws -> Result {
        guard isInstalled else { throw SystemError(95) }
        stops.withLock { $0[path] = stop }
        defer { stops.withLock { $0[path] = nil } }
        return try await body()
    }
}
