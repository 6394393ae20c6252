private import Glibc

/// Writing to what is no file: a device, a pipe.
public enum FileWriting {
    /// Writes to a device or a pipe that is there; for a pipe, waits until somebody reads it. A link is not followed,
    /// and a regular file is refused: `DurableWrite` makes those.
    public static func write(_ octets: Span<UInt8>, toDevice path: Path) throws(FileError) {
        let descriptor = unsafe path.withCString { unsafe open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY) }
        guard descriptor >= 0 else { throw FileError(.open, path.description, code: errno) }
        var status = stat()
        let isFile = unsafe fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        let failure = isFile ? EEXIST : unsafe octets.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
        // A device may say only now that it has not taken what it was given.
        let isClosed = close(descriptor) == 0
        guard failure == 0, isClosed else {
            throw FileError(.write, path.description, code: failure != 0 ? failure : errno)
        }
    }

    private static func writeAll(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var written = 0
        while written < buffer.count {
            let address = unsafe buffer.baseAddress.map { unsafe $0 + written }
            let count = unsafe Glibc.write(descriptor, address, buffer.count - written)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno }
            written += count
        }
        return 0
    }
}
