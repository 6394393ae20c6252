private import Glibc

/// Reads files and directories with arbitrary names.
public enum FileReading {
    public enum Kind: Sendable {
        case file, directory, other
    }

    /// Returns the kind of file at a path, following symbolic links.
    public static func kind(of path: Path) throws(FileError) -> Kind {
        var status = stat()
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else {
            throw FileError(.open, path.description, code: errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .directory
        default: return .other
        }
    }

    /// The maximum size of a file in bytes. It also limits what is read from endless files such as devices.
    private static let maximumSize = 1 << 30

    /// Returns the whole content of a file. A regular file is read into one allocation of its size.
    ///
    /// With `onlyRegular`, a pipe or device is rejected without blocking. This is for files that were found rather than
    /// named by the user, which any program may have created. Throws EFBIG if the file is longer than `limit`.
    public static func contents(
        of path: Path, onlyRegular: Bool = false, atMost limit: Int? = nil
    ) throws(FileError) -> [UInt8] {
        let flags = O_RDONLY | O_CLOEXEC | (onlyRegular ? O_NONBLOCK : 0)
        let descriptor = unsafe path.withCString { unsafe open($0, flags) }
        guard descriptor >= 0 else { throw FileError(.open, path.description, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(.open, path.description, code: errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.read, path.description, code: EISDIR) }
        if onlyRegular, status.st_mode & S_IFMT != S_IFREG { throw FileError(.read, path.description, code: EINVAL) }
        let limit = limit ?? maximumSize
        if status.st_size > limit { throw FileError(.read, path.description, code: EFBIG) }
        return try contents(of: descriptor, path.description, expected: Int(status.st_size), atMost: limit)
    }

    /// Returns all of standard input. Throws EFBIG if it is longer than `limit`.
    public static func standardInput(atMost limit: Int? = nil) throws(FileError) -> [UInt8] {
        try contents(of: STDIN_FILENO, "standard input", expected: 0, atMost: limit ?? maximumSize)
    }

    /// Returns the next bytes of standard input, as soon as there are any; empty at its end.
    public static func standardInputPiece() throws(FileError) -> [UInt8] {
        var failure: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
            while true {
                let length = unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
                if length < 0, errno == EINTR { continue }
                if length < 0 { failure = errno }
                count = max(0, length)
                return
            }
        }
        if failure != 0 { throw FileError(.read, "standard input", code: failure) }
        return piece
    }

    private static let pieceSize = 1 << 16

    /// Reads to the end. If the size is unknown, the capacity grows by a factor of sixteen: unused capacity takes no
    /// memory, and copying from a much smaller buffer is cheap.
    private static func contents(
        of descriptor: Int32, _ subject: String, expected: Int, atMost limit: Int = FileReading.maximumSize
    ) throws(FileError) -> [UInt8] {
        var content: [UInt8] = []
        var failure: Int32 = 0
        // One byte more than the file size, so that the read that returns 0 at the end needs no second allocation.
        var room = expected > 0 ? expected + 1 : 1 << 20
        while true {
            let before = content.count
            content.append(addingCapacity: room) { output in
                unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                    while count < buffer.count {
                        let address = unsafe buffer.baseAddress.map { unsafe $0 + count }
                        let length = unsafe read(descriptor, address, buffer.count - count)
                        if length < 0, errno == EINTR { continue }
                        if length < 0 { failure = errno }
                        if length <= 0 { break }
                        count += length
                    }
                }
            }
            if failure != 0 { throw FileError(.read, subject, code: failure) }
            if content.count > limit { throw FileError(.read, subject, code: EFBIG) }
            if content.count - before < room { return content }
            room = min(max(content.count * 15, 1 << 20), limit)
        }
    }

    /// Returns the names in a directory without "." and "..", sorted bytewise.
    public static func names(in path: Path) throws(FileError) -> [[UInt8]] {
        guard let directory = unsafe path.withCString({ unsafe opendir($0) }) else {
            throw FileError(.list, path.description, code: errno)
        }
        defer { unsafe _ = closedir(directory) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(directory) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
        guard errno == 0 else { throw FileError(.list, path.description, code: errno) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
