private import Glibc

/// A file operation that did not succeed: which one, on what, and the reason that the system gave.
public struct FileError: Error, Sendable {
    public enum Operation: String, Sendable {
        case open, read, list, write
    }

    public let operation: Operation
    /// The path, or "standard input".
    public let subject: String
    /// The value of errno.
    public let code: Int32

    init(_ operation: Operation, _ subject: String, code: Int32) {
        self.operation = operation
        self.subject = subject
        self.code = code
    }

    /// For what writes to a descriptor that it was given.
    public static func writing(_ subject: String, code: Int32) -> FileError {
        FileError(.write, subject, code: code)
    }
}

extension FileError: CustomStringConvertible {
    /// "Can't open plan.eml: No such file or directory."
    public var description: String {
        let reason = unsafe String(cString: strerror(code))
        return "Can't \(operation.rawValue) \(subject): \(reason)."
    }
}
