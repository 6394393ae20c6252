/// Why a database could not answer.
public enum DatabaseError: Error, Hashable, Sendable {
    /// The file is not a database, or is damaged.
    case damaged(path: String)
    /// Another process writes, and went on for too long.
    case busy(path: String)
    /// What SQLite says, for example that the disk is full.
    case failed(path: String, code: Int32, reason: String)
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
