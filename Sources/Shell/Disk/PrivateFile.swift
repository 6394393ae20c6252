private import Glibc

/// Files that hold a secret: nobody but their owner may read them, and the owner is who runs this program.
public enum PrivateFile {
    public enum Problem: Error, Hashable, Sendable {
        case file(FileError)
        /// Another user owns it, and could have put anything there.
        case foreign
        /// Others may read or write it; the permissions as `chmod` takes them.
        case open(permissions: UInt32)
        case notAFile
        case tooLarge
    }

    /// The content of a file of at most so many octets. What is checked is what is read: the file behind a link, and not
    /// one that took its place meanwhile.
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
