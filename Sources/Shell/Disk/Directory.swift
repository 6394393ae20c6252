private import Synchronization

/// An open directory, and all that can be done to what stands in it.
///
/// Whoever holds one works in that directory and in no other, wherever it is renamed to and whatever links somebody
/// puts in its place: names are looked up in the open directory, one component at a time.
public final class Directory: Sendable {
    /// As it was named when it was opened: for messages, and for other programs.
    public let path: Path
    public let system: any FileSystem
    let descriptor: Descriptor
    /// Where the name of this directory stands, as long as nobody here has made sure that it lasts.
    private let unsureOf: Mutex<Directory?>

    private init(_ path: Path, _ descriptor: Descriptor, _ system: any FileSystem, unsureOf above: Directory? = nil) {
        self.path = path
        self.descriptor = descriptor
        self.system = system
        unsureOf = Mutex(above)
    }

    deinit {
        system.close(descriptor)
    }

    /// Opens a directory by its path, links followed. `above` is where its name stands, if somebody may have made it
    /// who was stopped before that lasted: see `makingDirectory`.
    public static func open(
        _ path: Path, unsureOf above: Directory? = nil, on system: any FileSystem
    ) throws(FileError) -> Directory {
        do throws(SystemError) {
            return Directory(path, try system.openRoot(path), system, unsureOf: above)
        } catch {
            throw FileError(.open, path.description, code: error.code)
        }
    }

    /// Opens a directory in this one. A link in its place is refused.
    public func directory(_ name: [UInt8]) throws(FileError) -> Directory {
        try directory(name, unsureOf: nil)
    }

    private func directory(_ name: [UInt8], unsureOf above: Directory?) throws(FileError) -> Directory {
        let opened = try attempt(.open, name) { () throws(SystemError) in
            try system.open(name, in: descriptor, .directory)
        }
        return Directory(path / name, opened, system, unsureOf: above)
    }

    /// Opens a directory in this one and makes it where it is missing.
    ///
    /// One that is made lasts when this returns, so that of directories in each other at most the innermost may be lost.
    /// One that was there may have been made by somebody who was stopped before its name was on the disk. Nothing is
    /// waited for on its account by those who only read, and no file in it lasts any less: its name is made sure of
    /// before any name in it is, by `synchronize`, in which every write that is to last ends.
    public func makingDirectory(_ name: [UInt8]) throws(FileError) -> Directory {
        do throws(FileError) {
            return try directory(name, unsureOf: self)
        } catch  where error.isMissing {
            do throws(FileError) {
                try attempt(.create, name) { () throws(SystemError) in
                    try system.makeDirectory(name, in: descriptor)
                }
            } catch  where error.isTaken {
                // Another process was faster.
            }
            let made = try directory(name)
            try synchronize()
            return made
        }
    }

    // MARK: - Reading

    /// The names of all that stands here, in the order of their octets.
    public func names() throws(FileError) -> [[UInt8]] {
        try unsortedNames().sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The names of all that stands here, in no order: for directories too large to sort for nothing.
    public func unsortedNames() throws(FileError) -> [[UInt8]] {
        try attempt(.list) { () throws(SystemError) in try system.names(in: descriptor) }
    }

    public func status() throws(FileError) -> FileStatus {
        try attempt(.open) { () throws(SystemError) in try system.status(descriptor) }
    }

    /// The number that the file system gives itself, which a copy elsewhere does not share; `nil` where it has none.
    public func fileSystemID() throws(FileError) -> UInt64? {
        let id = try attempt(.open) { () throws(SystemError) in try system.fileSystemID(descriptor) }
        return id == 0 ? nil : id
    }

    /// Whether a `DirectoryWatch` sees all that happens here.
    public var isLocal: Bool { system.isLocal(descriptor) }

    /// Gives the directory a time of change of its own, so that any further change of names in it shows in its status,
    /// however soon it comes: the clock of a file system is coarse. Fails where the file system keeps no such times.
    public func stamp() throws(FileError) {
        try attempt(.open) { () throws(SystemError) in try system.stamp(descriptor) }
    }

    /// What stands under a name, links not followed; `nil` where there is nothing.
    public func status(of name: [UInt8]) throws(FileError) -> FileStatus? {
        do throws(FileError) {
            return try attempt(.open, name) { () throws(SystemError) in try system.status(of: name, in: descriptor) }
        } catch  where error.isMissing {
            return nil
        }
    }

    /// No file that the store reads whole is larger.
    public static let maximumSize = 1 << 30

    /// The content of a regular file; at most `limit` octets of it, if one is given.
    public func contents(of name: [UInt8], limit: Int? = nil) throws(FileError) -> [UInt8] {
        let file = try attempt(.open, name) { () throws(SystemError) in
            try system.open(name, in: descriptor, .reading)
        }
        defer { system.close(file) }
        return try attempt(.read, name) { () throws(SystemError) in
            let size = try system.status(file).size
            if limit == nil, size > Self.maximumSize { throw SystemError.fileTooLarge }
            let wanted = min(limit ?? Self.maximumSize, Self.maximumSize)
            var content: [UInt8] = []
            // One octet more than the file holds: the read that finds its end needs no second allocation then.
            content.reserveCapacity(min(size + 1, wanted))
            while content.count < wanted {
                let room = min(max(size + 1 - content.count, 1 << 16), wanted - content.count)
                if try system.read(file, room, into: &content) == 0 { break }
            }
            return content
        }
    }

    // MARK: - Changing

    /// Returns when the names in this directory would survive the loss of power, its own among those above it included.
    public func synchronize() throws(FileError) {
        if let above = unsureOf.withLock(\.self) {
            try above.synchronize()
            unsureOf.withLock { $0 = nil }
        }
        try attempt(.synchronize) { () throws(SystemError) in try system.synchronize(descriptor) }
    }

    /// Gives what stands here under `name` a new name, here or in another directory, that must be free. Lasts when
    /// `synchronize` has returned for both directories.
    public func rename(
        _ name: [UInt8], to newName: [UInt8], in other: Directory? = nil
    ) throws(FileError) {
        let target = (other ?? self).descriptor
        try attempt(.rename, name) { () throws(SystemError) in
            try system.renameNew(name, in: descriptor, to: newName, in: target)
        }
    }

    /// A second name for the same file.
    public func link(_ name: [UInt8], to newName: [UInt8], in other: Directory) throws(FileError) {
        try attempt(.link, name) { () throws(SystemError) in
            try system.link(name, in: descriptor, to: newName, in: other.descriptor)
        }
    }

    /// Removes a file, and says whether it was there: that it is gone already is no error.
    @discardableResult
    public func remove(_ name: [UInt8]) throws(FileError) -> Bool {
        do throws(FileError) {
            try attempt(.remove, name) { () throws(SystemError) in try system.remove(name, in: descriptor) }
            return true
        } catch  where error.isMissing {
            return false
        }
    }

    public func removeDirectory(_ name: [UInt8]) throws(FileError) {
        try attempt(.remove, name) { () throws(SystemError) in try system.removeDirectory(name, in: descriptor) }
    }

    /// Removes a directory in this one with all that stands in it. Links are removed, not followed.
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
