import CSQLite
import Disk
import MailTestSupport
import Synchronization

/// SQLite does not use `FileSystem`, so a commit hook asks the `Stop` before each of its commits.
enum LedgerCommitStops {
    private static let stops = Mutex<[String: Stop]>([:])

    /// Applies to each connection opened from now on.
    private static let isInstalled: Bool = {
        let opened: Opened = { database, _, _ in
            guard let name = sqlite3_db_filename(database, "main").map({ String(cString: $0) }),
                let stop = LedgerCommitStops.stops.withLock({ $0[name] })
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

    /// Watches the ledger while `body` runs, which must close it before it returns.
    static func watching<Result>(
        _ path: String, _ stop: Stop, _ body: () async throws -> Result
    ) async throws -> Result {
        guard isInstalled else { throw SystemError(95) }
        stops.withLock { $0[path] = stop }
        defer { stops.withLock { $0[path] = nil } }
        return try await body()
    }
}
