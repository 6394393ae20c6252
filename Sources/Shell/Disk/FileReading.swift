private import Glibc

/// Reading files and directories, whatever their names hold.
public enum FileReading {
    public enum Kind: Sendable {
        case file, directory, other
    }

    /// What a path leads to, symbolic links followed.
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

    /// No message is larger. What goes on without end, as a device does, is refused when it has grown past this.
    private static let maximumSize = 1 << 30

    /// The whole content of a file. A regular file is read into one allocation of its own size.
    ///
    /// With `onlyRegular` a pipe or a device is refused and not waited for: where files are found rather than named, one
    /// may have been put there by anybody.
    public static func contents(of path: Path, onlyRegular: Bool = false) throws(FileError) -> [UInt8] {
        let flags = O_RDONLY | O_CLOEXEC | (onlyRegular ? O_NONBLOCK : 0)
        let descriptor = unsafe path.withCString { unsafe open($0, flags) }
        guard descriptor >= 0 else { throw FileError(.open, path.description, code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(.open, path.description, code: errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(.read, path.description, code: EISDIR) }
        if onlyRegular, status.st_mode & S_IFMT != S_IFREG { throw FileError(.read, path.description, code: EINVAL) }
        if status.st_size > maximumSize { throw FileError(.read, path.description, code: EFBIG) }
        return try contents(of: descriptor, path.description, expected: Int(status.st_size))
    }

    /// All of standard input.
    public static func standardInput() throws(FileError) -> [UInt8] {
        try contents(of: STDIN_FILENO, "standard input", expected: 0)
    }

    /// What has no size beforehand is given room in steps of sixteen times the last: room costs no memory before it is
    /// used, and copying from a small step into a large one costs little.
    private static func contents(
        of descriptor: Int32, _ subject: String, expected: Int
    ) throws(FileError) -> [UInt8] {
        var content: [UInt8] = []
        var failure: Int32 = 0
        // One octet more than the file holds: the read that finds its end then needs no second allocation.
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
            if content.count - before < room { return content }
            if content.count > maximumSize { throw FileError(.read, subject, code: EFBIG) }
            room = min(max(content.count * 15, 1 << 20), maximumSize)
        }
    }

    /// The names in a directory, in the order of their octets; "." and ".." are left out.
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
