private import Glibc

/// A file operation that did not succeed: which one, on what, and the reason that the system gave.
public struct FileError: Error, Hashable, Sendable {
    public enum Operation: String, Sendable {
        case open, read, list, write, create, rename, link, remove, lock
        /// Wait until the disk has it.
        case synchronize = "make sure of"
    }

    public let operation: Operation
    /// The path, or "standard input".
    public let subject: String
    /// The value of errno.
    public let code: Int32
    /// The number of a stopped process because of which it did not work.
    public let holder: Int32?

    public init(_ operation: Operation, _ subject: String, code: Int32) {
        self.init(operation, subject, code: code, holder: nil)
    }

    private init(_ operation: Operation, _ subject: String, code: Int32, holder: Int32?) {
        self.operation = operation
        self.subject = subject
        self.code = code
        self.holder = holder
    }

    /// For a lock that a stopped process holds.
    static func held(_ subject: String, by process: Int32?) -> FileError {
        FileError(.lock, subject, code: EWOULDBLOCK, holder: process)
    }

    /// For what writes to a descriptor that it was given.
    public static func writing(_ subject: String, code: Int32) -> FileError {
        FileError(.write, subject, code: code)
    }

    /// For what is not there, where that is known without a look.
    public static func missing(_ operation: Operation, _ subject: String) -> FileError {
        FileError(operation, subject, code: ENOENT)
    }

    /// Whether there is nothing by that name.
    public var isMissing: Bool { code == ENOENT }
    public var isTaken: Bool { code == EEXIST }
    public var isNameTooLong: Bool { code == ENAMETOOLONG }
    /// Whether it is there, and is no directory: a link is none either.
    public var isNoDirectory: Bool { code == ENOTDIR || code == ELOOP }
    public var isDenied: Bool { code == EACCES || code == EPERM }
    /// Whether the disk, or the border between two disks, knows no second names.
    public var cannotLink: Bool { code == EXDEV || code == EPERM || code == EMLINK || code == EOPNOTSUPP }
}

extension FileError: CustomStringConvertible {
    /// "Can't open plan.eml: No such file or directory."
    public var description: String {
        if let holder {
            return """
                Process \(holder) was stopped while it held \(subject), and no other process can change what that protects. \
                Nothing was changed or lost. Resume it: type fg where it was stopped, or kill -CONT \(holder)
                """
        }
        let reason = unsafe String(cString: strerror(code))
        return "Can't \(operation.rawValue) \(subject): \(reason)."
    }
}

extension SystemError {
    static let fileTooLarge = SystemError(EFBIG)
    /// The file system has no such thing.
    static let unsupported = SystemError(ENOTSUP)
    /// Something else came in between, again and again.
    public static let interrupted = SystemError(EAGAIN)
}
