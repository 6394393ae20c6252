private import CSQLite

/// Why a database operation failed.
public enum DatabaseError: Error, Hashable, Sendable {
    /// The file is not a database, or is damaged.
    case damaged(path: String)
    /// Another process kept the database locked for too long.
    case busy(path: String)
    /// Any other SQLite error, such as a full disk.
    case failed(path: String, code: Int32, reason: String)

    /// Whether nothing can be saved there: the disk is full or read-only, or the user may not write.
    public var preventsSaving: Bool {
        guard case .failed(_, let code, _) = self else { return false }
        return [SQLITE_FULL, SQLITE_READONLY, SQLITE_CANTOPEN].contains(code & 0xFF)
    }
}

extension DatabaseError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .damaged(let path): "The database \(path) is damaged."
        case .busy(let path): "The database \(path) is being written by another process."
        case .failed(let path, _, let reason): "Can't use the database \(path): \(reason)."
        }
    }
}
