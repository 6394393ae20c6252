private import Glibc

/// Reads files that contain secrets. They must belong to the current user and must not be accessible to others.
public enum PrivateFileReading {
    public enum Problem: Error, Hashable, Sendable {
        case file(FileError)
        /// Another user owns the file, and could have written anything.
        case foreign
        /// Other users can read or write the file. `permissions` are the bits as in chmod(1).
        case open(permissions: UInt32)
        case notAFile
        case tooLarge
    }

    /// Returns the content of a file of at most `maximum` bytes. Symbolic links are followed. The checks apply to the
    /// opened file, so it cannot be replaced between checking and reading.
    public static func contents(of path: Path, atMost maximum: Int) throws(Problem) -> [UInt8] {
        let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .file(FileError(.open, path.description, code: errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw .file(FileError(.open, path.description, code: errno))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard status.st_uid == geteuid() else { throw .foreign }
        guard status.st_mode & 0o077 == 0 else { throw .open(permissions: UInt32(status.st_mode & 0o777)) }
        var content = [UInt8](repeating: 0, count: maximum + 1)
        var count = 0
        while count < content.count {
            let length = unsafe content.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
            }
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw .file(FileError(.read, path.description, code: errno)) }
            if length == 0 { break }
            count += length
        }
        guard count <= maximum else { throw .tooLarge }
        return Array(content[..<count])
    }
}
