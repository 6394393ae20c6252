private import Glibc

/// Writes to devices and pipes.
public enum DeviceAndPipeWriter {
    /// Writes to an existing device or pipe. For a pipe, waits until it is opened for reading. Fails if the path is a
    /// symbolic link or a regular file, which `DurableWrite` creates, or a pipe of another user, who could read it.
    public static func write(_ octets: Span<UInt8>, toDevice path: Path) throws(FileError) {
        let descriptor = unsafe path.withCString { unsafe open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY) }
        guard descriptor >= 0 else { throw FileError(.open, path.description, code: errno) }
        var status = stat()
        let isFile = unsafe fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        let isForeign = status.st_mode & S_IFMT == S_IFIFO && status.st_uid != geteuid()
        let failure =
            isFile ? EEXIST : isForeign ? EPERM : unsafe octets.withUnsafeBytes { unsafe writeAll($0, to: descriptor) }
        // A device may report failed writes only on close.
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
