/// Why the index could not answer. It holds nothing that the mail does not: whatever is wrong with it, it can be made
/// again.
public enum IndexError: Error, Hashable, Sendable {
    /// The file is not an index, or not one that can be believed. The next refresh makes a new one.
    case damaged(path: String)
    /// Another process writes, and went on for too long.
    case busy(path: String)
    /// What SQLite says, for example that the disk is full.
    case failed(path: String, code: Int32, reason: String)
}

extension IndexError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .damaged(let path): "The index \(path) is damaged. It will be made again from the mail."
        case .busy(let path): "The index \(path) is being written by another process."
        case .failed(let path, _, let reason): "Can't use the index \(path): \(reason)."
        }
    }
}
