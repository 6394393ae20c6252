private import Glibc

/// A failed file operation: the operation, its subject and the system's error code.
public struct FileError: Error, Hashable, Sendable {
    public enum Operation: String, Sendable {
        case open, read, list, write, create, rename, link, remove, lock
        /// Wait until data is on the disk.
        case synchronize = "make sure of"
    }

    public let operation: Operation
    /// The path, or "standard input".
    public let subject: String
    /// The value of errno.
    public let code: Int32
    /// The ID of the stopped process that caused the failure.
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

    /// Returns the error for a lock held by a stopped process.
    static func held(_ subject: String, by process: Int32?) -> FileError {
        FileError(.lock, subject, code: EWOULDBLOCK, holder: process)
    }

    /// Returns the error for a failed write to an already open descriptor.
    public static func writing(_ subject: String, code: Int32) -> FileError {
        FileError(.write, subject, code: code)
    }

    /// Returns the error for a file that is known to be missing.
    public static func missing(_ operation: Operation, _ subject: String) -> FileError {
        FileError(operation, subject, code: ENOENT)
    }

    /// Whether the file does not exist.
    public var isMissing: Bool { code == ENOENT }
    public var isTooLarge: Bool { code == EFBIG }
    public var isTaken: Bool { code == EEXIST }
    public var isNameTooLong: Bool { code == ENAMETOOLONG }
    /// Whether the file is not a directory. A symbolic link is not one either.
    public var isNoDirectory: Bool { code == ENOTDIR || code == ELOOP }
    public var isDenied: Bool { code == EACCES || code == EPERM }
    /// Whether nothing can be saved there: the disk is full or read-only, or the user may not write.
    public var preventsSaving: Bool { code == EROFS || code == ENOSPC || code == EDQUOT || isDenied }
    public var isOtherFileSystem: Bool { code == EXDEV }
    /// Whether hard links are not supported by the file system or between two file systems.
    public var cannotLink: Bool { code == EXDEV || code == EPERM || code == EMLINK || code == EOPNOTSUPP }
}

extension FileError: CustomStringConvertible {
    /// For example "No such file or directory".
    public var reason: String { unsafe String(cString: strerror(code)) }

    /// For example "Can't open plan.eml: No such file or directory."
    public var description: String {
        if let holder {
            return """
                Process \(holder) was stopped while it held \(subject), and no other process can change what that protects. \
                Nothing was changed or lost. Resume it: type fg where it was stopped, or kill -CONT \(holder)
                """
        }
        let advice = code == ENOSPC || code == EDQUOT ? " Free some space there, and try again." : ""
        return "Can't \(operation.rawValue) \(subject): \(reason).\(advice)"
    }
}

extension SystemError {
    static let missing = SystemError(ENOENT)
    static let fileTooLarge = SystemError(EFBIG)
    /// The file system does not support the operation.
    static let unsupported = SystemError(ENOTSUP)
    /// The name cannot be that of a file.
    public static let invalidName = SystemError(EINVAL)
    /// Other processes interfered repeatedly.
    public static let interrupted = SystemError(EAGAIN)
}
