private import CSQLite
public import Disk

/// A connection to an SQLite database. Must be used by one thread at a time.
///
/// Beside SQLite's own functions, statements can use two for sets of numbers, which are blobs of one bit each, the lowest
/// bit of the first byte first: the aggregate `members(number, greatest)` returns the set of the numbers of all rows, and
/// `is_member(number, set)` returns whether a set contains a number.
@safe public final class Database {
    public enum Access: Sendable {
        case reading
        /// Reads a file that nothing changes and that has no log, without locks and other files beside it. For a disk on
        /// which nothing can be written.
        case readingAlone
        /// Creates the file if it does not exist.
        case writing
    }

    /// For error messages.
    public let path: String
    private let access: Access
    private let handle: OpaquePointer
    public private(set) var isOpen = true
    /// The prepared statements. FTS5 prepares its own statements on this connection, and finalizes them itself.
    private var statements = unsafe Set<OpaquePointer>()

    /// A watch keeps a connection for each account, most of which need few pages.
    private static let configuration = sqlite_allocate_pages_singly()

    /// How long a connection waits for another one's lock, in milliseconds.
    private static let patience: Int32 = 10_000

    public init(_ path: Path, _ access: Access) throws(DatabaseError) {
        let flags =
            switch access {
            case .reading: SQLITE_OPEN_READONLY
            case .readingAlone: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        _ = Self.configuration
        var opened: OpaquePointer?
        let filename = access == .readingAlone ? Self.immutableURI(path) : path.bytes
        let code = unsafe (filename + [0]).withUnsafeBytes { name in
            let start = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress
            return unsafe sqlite3_open_v2(start, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW, nil)
        }
        guard let handle = unsafe opened, code == SQLITE_OK else {
            let error = unsafe Self.error(code, opened, path.description)
            unsafe sqlite3_close_v2(opened)
            throw error
        }
        self.path = path.description
        self.access = access
        unsafe self.handle = handle
        unsafe sqlite3_busy_timeout(handle, Self.patience)
        try check(unsafe sqlite_add_set_functions(handle))
    }

    deinit {
        close()
    }

    /// Returns the name of a file that SQLite opens without a lock [sqlite.org/uri.html].
    private static func immutableURI(_ path: Path) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        let escaped = path.bytes.flatMap { byte -> [UInt8] in
            let isPlain = byte == 0x2F || byte &- 0x30 < 10 || byte & 0xDF &- 0x41 < 26
            return isPlain ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
        }
        return Array("file:".utf8) + escaped + Array("?immutable=1".utf8)
    }

    /// Finalizes all statements and closes the connection. Using them later is an error.
    ///
    /// With `keepingLog`, the write-ahead log is not moved into the database, which would wait for the disk twice. The
    /// next connection reads the log once. The next writer that closes without this option empties the log, even if the
    /// database is open elsewhere, unless a reader is active.
    public func close(keepingLog: Bool = false) {
        guard isOpen else { return }
        if access == .writing, !keepingLog {
            unsafe sqlite3_busy_timeout(handle, 0)
            try? run("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        isOpen = false
        if keepingLog { unsafe sqlite_keep_log_on_close(handle) }
        while let statement = unsafe statements.popFirst() { unsafe sqlite3_finalize(statement) }
        unsafe sqlite3_close_v2(handle)
    }

    private func checkOpen() throws(DatabaseError) {
        if !isOpen { throw .failed(path: path, code: SQLITE_MISUSE, reason: "it was closed") }
    }

    /// Runs one or more statements that return no rows.
    public func run(_ statements: String) throws(DatabaseError) {
        try checkOpen()
        try check(unsafe sqlite3_exec(handle, statements, nil, nil, nil))
    }

    /// Returns a statement, which is compiled when it is first used: most uses of a database need few of its statements.
    public func prepare(_ text: String) throws(DatabaseError) -> Statement {
        try checkOpen()
        return Statement(text, self)
    }

    func compile(_ text: String) throws(DatabaseError) -> OpaquePointer {
        try checkOpen()
        var prepared: OpaquePointer?
        try check(unsafe sqlite3_prepare_v2(handle, text, -1, &prepared, nil))
        guard let statement = unsafe prepared else { throw .failed(path: path, code: SQLITE_MISUSE, reason: "empty") }
        unsafe statements.insert(statement)
        return unsafe statement
    }

    /// Finalizes a statement unless that has been done already.
    func end(_ statement: OpaquePointer) {
        if let known = unsafe statements.remove(statement) { unsafe sqlite3_finalize(known) }
    }

    /// The row ID of the last inserted row.
    public var lastRow: Int64 { isOpen ? unsafe sqlite3_last_insert_rowid(handle) : 0 }

    /// The number of rows that this connection has inserted, changed and deleted.
    public var changeCount: Int { isOpen ? Int(unsafe sqlite3_total_changes(handle)) : 0 }

    /// Runs `body` atomically.
    public func transaction<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(DatabaseError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            try? run("ROLLBACK")
            throw error
        }
    }

    // MARK: - Errors

    func check(_ code: Int32) throws(DatabaseError) {
        if code != SQLITE_OK { throw error(code) }
    }

    func error(_ code: Int32) -> DatabaseError {
        guard isOpen else { return .failed(path: path, code: code, reason: "it was closed") }
        return unsafe Self.error(code, handle, path)
    }

    private static func error(_ code: Int32, _ handle: OpaquePointer?, _ path: String) -> DatabaseError {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: return .damaged(path: path)
        // All statements are valid and no rows conflict in an intact database, so these errors mean damage.
        case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_INTERNAL: return .damaged(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
        default:
            let words = unsafe handle == nil ? sqlite3_errstr(code) : sqlite3_errmsg(handle)
            let reason = unsafe words.map { unsafe String(cString: $0) } ?? "error \(code)"
            return .failed(path: path, code: code, reason: reason)
        }
    }
}
