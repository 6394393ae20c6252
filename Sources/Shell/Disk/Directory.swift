private import Synchronization

/// A directory, with all operations on its entries.
///
/// All operations are relative to the open directory, one path component at a time. They stay in this directory even if
/// it is renamed or its path is replaced with a symbolic link. If a process has very many directories, some are closed
/// until they are used again, which fails if they have another name by then.
public final class Directory: Sendable {
    /// A descriptor, which is closed when it is no longer used.
    private final class OpenDescriptor: Sendable {
        let descriptor: Descriptor
        private let system: any FileSystem

        init(_ descriptor: Descriptor, on system: any FileSystem) {
            self.descriptor = descriptor
            self.system = system
        }

        deinit {
            system.close(descriptor)
        }
    }

    private struct State {
        /// `nil` if it was closed.
        var open: OpenDescriptor?
        /// Identifies the closed directory.
        var device: UInt64 = 0
        var inode: UInt64 = 0
        /// The parent directory, as long as the name of this directory in it may not be durable.
        var unsureOf: Directory?
    }

    /// The path under which it was opened, for messages and for other programs.
    public let path: Path
    public let system: any FileSystem
    /// Where to open it again. `nil` if it was opened by its path; it is never closed then.
    private let place: (parent: Directory, name: [UInt8])?
    private let limit: OpenDirectories
    private let state: Mutex<State>

    private init(
        _ path: Path, _ descriptor: Descriptor, _ system: any FileSystem, in place: (Directory, [UInt8])?,
        unsureOf above: Directory?, _ limit: OpenDirectories
    ) {
        self.path = path
        self.system = system
        self.place = place
        self.limit = limit
        state = Mutex(State(open: OpenDescriptor(descriptor, on: system), unsureOf: above))
    }

    /// Opens a directory by its path, following symbolic links. `above` is its parent, if the name of the directory may
    /// not be durable: see `makingDirectory`.
    public static func open(
        _ path: Path, unsureOf above: Directory? = nil, on system: any FileSystem
    ) throws(FileError) -> Directory {
        try open(path, unsureOf: above, on: system, limit: .shared)
    }

    static func open(
        _ path: Path, unsureOf above: Directory? = nil, on system: any FileSystem, limit: OpenDirectories
    ) throws(FileError) -> Directory {
        do throws(SystemError) {
            return Directory(path, try system.openRoot(path), system, in: nil, unsureOf: above, limit)
        } catch {
            throw FileError(.open, path.description, code: error.code)
        }
    }

    /// Opens a subdirectory. Fails if the name is a symbolic link.
    public func directory(_ name: [UInt8]) throws(FileError) -> Directory {
        try directory(name, unsureOf: nil)
    }

    private func directory(_ name: [UInt8], unsureOf above: Directory?) throws(FileError) -> Directory {
        let opened = try withDescriptor(.open, name) { (descriptor) throws(SystemError) in
            try system.open(name, in: descriptor, .directory)
        }
        let directory = Directory(path / name, opened, system, in: (self, name), unsureOf: above, limit)
        limit.add(directory)
        return directory
    }

    /// Closes it until it is used again.
    func close() {
        guard place != nil else { return }
        state.withLock { state in
            guard let open = state.open, let status = try? system.status(open.descriptor) else { return }
            (state.device, state.inode) = (status.device, status.inode)
            state.open = nil
        }
    }

    private func opened() throws(SystemError) -> OpenDescriptor {
        let (open, device, inode) = state.withLock { ($0.open, $0.device, $0.inode) }
        if let open { return open }
        guard let place else { throw .missing }
        let found = try place.parent.withDescriptor { (descriptor) throws(SystemError) in
            OpenDescriptor(try system.open(place.name, in: descriptor, .directory), on: system)
        }
        let status = try system.status(found.descriptor)
        // Another program has put another directory in its place.
        guard status.device == device, status.inode == inode else { throw .missing }
        state.withLock { $0.open = found }
        limit.add(self)
        return found
    }

    /// Passes the descriptor to `call`. It stays open until that returns.
    func withDescriptor<Result>(
        _ call: (Descriptor) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        let open = try opened()
        defer { withExtendedLifetime(open) {} }
        return try call(open.descriptor)
    }

    /// Opens a subdirectory, creating it if it does not exist.
    ///
    /// A created directory is durable when this returns, so of nested directories at most the innermost can be lost in
    /// a crash. An existing one may have been created by a process that stopped before its name was durable. Readers do
    /// not wait for that. Durable writes do: they end with `synchronize`, which first makes the name of the directory
    /// itself durable.
    public func makingDirectory(_ name: [UInt8]) throws(FileError) -> Directory {
        do throws(FileError) {
            return try directory(name, unsureOf: self)
        } catch  where error.isMissing {
            do throws(FileError) {
                try withDescriptor(.create, name) { (descriptor) throws(SystemError) in
                    try system.makeDirectory(name, in: descriptor)
                }
            } catch  where error.isTaken {
                // Another process has created it meanwhile.
            }
            let made = try directory(name)
            try synchronize()
            return made
        }
    }

    // MARK: - Reading

    /// Returns the names of all entries, sorted bytewise.
    public func names() throws(FileError) -> [[UInt8]] {
        try unsortedNames().sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns the names of all entries in arbitrary order, which is faster in large directories.
    public func unsortedNames() throws(FileError) -> [[UInt8]] {
        try withDescriptor(.list) { (descriptor) throws(SystemError) in try system.names(in: descriptor) }
    }

    /// Passes the names of all entries to `body`, in arbitrary order. Unlike `unsortedNames`, this needs no memory for
    /// them.
    public func forEachName(_ body: ([UInt8]) -> Void) throws(FileError) {
        try withDescriptor(.list) { (descriptor) throws(SystemError) in try system.forEachName(in: descriptor, body) }
    }

    public func status() throws(FileError) -> FileStatus {
        try withDescriptor(.open) { (descriptor) throws(SystemError) in try system.status(descriptor) }
    }

    /// Returns the ID of the file system, or `nil` if it has none. A copy on another file system has a different one.
    public func fileSystemID() throws(FileError) -> UInt64? {
        let id = try withDescriptor(.open) { (descriptor) throws(SystemError) in try system.fileSystemID(descriptor) }
        return id == 0 ? nil : id
    }

    /// Returns when the file was created, in nanoseconds since 1970; `nil` if the file system does not record it.
    public func creationTime(of name: [UInt8]) throws(FileError) -> Int64? {
        try withDescriptor(.open, name) { (descriptor) throws(SystemError) in
            try system.creationTime(of: name, in: descriptor)
        }
    }

    /// Whether a `DirectoryWatch` is notified of all changes.
    public var isLocal: Bool { (try? withDescriptor { system.isLocal($0) }) ?? false }

    /// Gives the directory a unique modification time, so that any further change of its entries changes its status,
    /// however soon: file system timestamps are coarse. Fails if the file system does not preserve such times.
    public func stamp() throws(FileError) {
        try withDescriptor(.open) { (descriptor) throws(SystemError) in try system.stamp(descriptor) }
    }

    /// Returns the status of an entry without following symbolic links, or `nil` if it does not exist.
    public func status(of name: [UInt8]) throws(FileError) -> FileStatus? {
        do throws(FileError) {
            return try withDescriptor(.open, name) { (descriptor) throws(SystemError) in
                try system.status(of: name, in: descriptor)
            }
        } catch  where error.isMissing {
            return nil
        }
    }

    /// The maximum size in bytes of a file that is read to its end.
    public static let maximumSize = 1 << 30

    /// Returns the content of a regular file, at most `limit` bytes of it.
    public func contents(of name: [UInt8], limit: Int? = nil) throws(FileError) -> [UInt8] {
        let file = try withDescriptor(.open, name) { (descriptor) throws(SystemError) in
            try system.open(name, in: descriptor, .reading)
        }
        defer { system.close(file) }
        return try attempt(.read, name) { () throws(SystemError) in
            let size = try system.status(file).size
            if limit == nil, size > Self.maximumSize { throw SystemError.fileTooLarge }
            let wanted = min(limit ?? Self.maximumSize, Self.maximumSize)
            var content: [UInt8] = []
            // One byte more than the file size, so that the read that returns 0 at the end needs no second allocation.
            content.reserveCapacity(min(size + 1, wanted))
            while content.count < wanted {
                let rest = size + 1 - content.count
                let room = min(rest > 0 ? rest : 1 << 16, wanted - content.count)
                if try system.read(file, room, into: &content) == 0 { break }
            }
            return content
        }
    }

    /// The number of bytes that `forEachPiece` reads at once.
    public static let pieceSize = 1 << 20

    /// Passes the content of a regular file to `body` in pieces of at most `size` bytes, so that a large file need not be
    /// in memory as a whole. A piece may be shorter. Throws EFBIG if the file is larger than `maximumSize`.
    public func forEachPiece(
        of name: [UInt8], size: Int = pieceSize, _ body: ([UInt8]) -> Void
    ) throws(FileError) {
        let file = try withDescriptor(.open, name) { (descriptor) throws(SystemError) in
            try system.open(name, in: descriptor, .reading)
        }
        defer { system.close(file) }
        try attempt(.read, name) { () throws(SystemError) in
            if try system.status(file).size > Self.maximumSize { throw SystemError.fileTooLarge }
            var piece: [UInt8] = []
            piece.reserveCapacity(size)
            while try system.read(file, size, into: &piece) > 0 {
                body(piece)
                piece.removeAll(keepingCapacity: true)
            }
        }
    }

    // MARK: - Changing

    /// Makes all changes of names in this directory durable, and if necessary the name of this directory itself.
    public func synchronize() throws(FileError) {
        try synchronizeOwnName()
        try withDescriptor(.synchronize) { (descriptor) throws(SystemError) in try system.synchronize(descriptor) }
    }

    /// Makes all changes of names in these directories durable.
    public static func synchronize(_ directories: [Directory]) throws(FileError) {
        guard let first = directories.first, directories.count > 1 else {
            return try directories.first?.synchronize() ?? ()
        }
        for directory in directories { try directory.synchronizeOwnName() }
        try first.attempt(.synchronize) { () throws(SystemError) in
            var open: [OpenDescriptor] = []
            for directory in directories { open.append(try directory.opened()) }
            defer { withExtendedLifetime(open) {} }
            try first.system.synchronize(open.map(\.descriptor))
        }
    }

    private func synchronizeOwnName() throws(FileError) {
        guard let above = state.withLock(\.unsureOf) else { return }
        try above.synchronize()
        state.withLock { $0.unsureOf = nil }
    }

    /// Renames an entry, possibly moving it to another directory. Fails if the new name exists. The change is durable
    /// once `synchronize` has returned for both directories.
    public func rename(
        _ name: [UInt8], to newName: [UInt8], in other: Directory? = nil
    ) throws(FileError) {
        try withDescriptor(.rename, name) { (descriptor) throws(SystemError) in
            try (other ?? self).withDescriptor { (target) throws(SystemError) in
                try system.renameNew(name, in: descriptor, to: newName, in: target)
            }
        }
    }

    /// Creates a hard link.
    public func link(_ name: [UInt8], to newName: [UInt8], in other: Directory) throws(FileError) {
        try withDescriptor(.link, name) { (descriptor) throws(SystemError) in
            try other.withDescriptor { (target) throws(SystemError) in
                try system.link(name, in: descriptor, to: newName, in: target)
            }
        }
    }

    /// Removes a file. Returns `false` if it did not exist.
    @discardableResult
    public func remove(_ name: [UInt8]) throws(FileError) -> Bool {
        do throws(FileError) {
            try withDescriptor(.remove, name) { (descriptor) throws(SystemError) in
                try system.remove(name, in: descriptor)
            }
            return true
        } catch  where error.isMissing {
            return false
        }
    }

    public func removeDirectory(_ name: [UInt8]) throws(FileError) {
        try withDescriptor(.remove, name) { (descriptor) throws(SystemError) in
            try system.removeDirectory(name, in: descriptor)
        }
    }

    /// Removes a subdirectory recursively. Symbolic links are removed, not followed.
    public func removeTree(_ name: [UInt8]) throws(FileError) {
        guard let status = try status(of: name) else { return }
        guard status.kind == .directory else {
            try remove(name)
            return
        }
        let inner = try directory(name)
        for entry in try inner.unsortedNames() { try inner.removeTree(entry) }
        try removeDirectory(name)
    }

    // MARK: - Errors

    func withDescriptor<Result>(
        _ operation: FileError.Operation, _ name: [UInt8]? = nil, _ call: (Descriptor) throws(SystemError) -> Result
    ) throws(FileError) -> Result {
        try attempt(operation, name) { () throws(SystemError) in try withDescriptor(call) }
    }

    func attempt<Result>(
        _ operation: FileError.Operation, _ name: [UInt8]? = nil, _ call: () throws(SystemError) -> Result
    ) throws(FileError) -> Result {
        do throws(SystemError) {
            return try call()
        } catch {
            throw FileError(operation, (name.map { path / $0 } ?? path).description, code: error.code)
        }
    }
}
