/// An open file or directory, as numbered by the file system that opened it.
public struct Descriptor: Hashable, Sendable {
    public let number: Int32

    public init(number: Int32) {
        self.number = number
    }
}

/// The status of a file or directory [stat(2)].
public struct FileStatus: Hashable, Sendable {
    public enum Kind: Sendable {
        case file, directory, link, other
    }

    public var kind: Kind
    /// In bytes.
    public var size: Int
    /// Device and inode identify the object as long as it exists.
    public var device: UInt64
    public var inode: UInt64
    /// The time of the last change of the content, in nanoseconds since 1970.
    public var modified: Int64
    /// The time of the last change of the content or the status, in nanoseconds since 1970.
    public var changed: Int64
    /// The number of hard links.
    public var links: Int
    /// The permission bits.
    public var mode: UInt32

    public init(
        kind: Kind, size: Int, device: UInt64, inode: UInt64, modified: Int64, changed: Int64, links: Int, mode: UInt32
    ) {
        self.kind = kind
        self.size = size
        self.device = device
        self.inode = inode
        self.modified = modified
        self.changed = changed
        self.links = links
        self.mode = mode
    }
}

/// How to open a file.
public enum OpenMode: Sendable {
    /// A directory, for operations in it.
    case directory
    /// A regular file, for reading. Symbolic links are not followed, and pipes do not block.
    case reading
    /// A new file, for writing. Mode 0600. Fails if the name exists.
    case creating
    /// A regular file, for appending. Created with mode 0600 if it does not exist.
    case appending
    /// A regular file, for locking. Created with mode 0600 if it does not exist.
    case locking
}

/// The file system: the boundary between the store and the operating system. Each function is one operation on an open
/// file or directory. Tests replace it with a disk that can lose power.
///
/// Names are single path components. No function follows a symbolic link or accepts a slash, so operations cannot leave
/// the directory, whatever it contains. Errors contain only the errno value; `Directory` adds the path.
public protocol FileSystem: AnyObject, Sendable {
    /// Opens a directory by its path, following symbolic links: the user decides where a store is located.
    func openRoot(_ path: Path) throws(SystemError) -> Descriptor
    func open(_ name: [UInt8], in directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor
    func close(_ descriptor: Descriptor)

    /// Reads up to `count` bytes from the current position. Returns 0 at the end of the file.
    func read(_ descriptor: Descriptor, _ count: Int, into content: inout [UInt8]) throws(SystemError) -> Int
    /// Writes some of the bytes, at least one, and returns their number.
    func write(_ octets: Span<UInt8>, to descriptor: Descriptor) throws(SystemError) -> Int
    /// Makes the content of a file or the names in a directory durable.
    func synchronize(_ descriptor: Descriptor) throws(SystemError)
    /// Makes the contents of several files durable, or the names in several directories.
    func synchronize(_ descriptors: [Descriptor]) throws(SystemError)
    /// Makes all data on the file system that contains `descriptor` durable.
    func synchronizeAll(_ descriptor: Descriptor) throws(SystemError)

    func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus
    func status(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> FileStatus
    /// Returns the ID of the file system that contains `descriptor`, which is stable across mounts if it has its own; 0
    /// if it has none [statfs(2), f_fsid].
    func fileSystemID(_ descriptor: Descriptor) throws(SystemError) -> UInt64
    /// Returns when the file was created, in nanoseconds since 1970; `nil` if the file system does not record it. Renaming
    /// preserves the time, and no program can set it, so a copy has another one.
    func creationTime(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> Int64?
    /// Returns whether the file or directory can be changed only through this machine's kernel, which reports all
    /// changes.
    func isLocal(_ descriptor: Descriptor) -> Bool
    /// Gives a directory a modification time that differs from those that changes set, before and after.
    func stamp(_ directory: Descriptor) throws(SystemError)
    /// Passes all names except "." and ".." to `body`, in arbitrary order.
    func forEachName(in directory: Descriptor, _ body: ([UInt8]) -> Void) throws(SystemError)
    func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError)
    /// Replaces an existing file with the new name.
    func rename(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError)
    /// Fails with EEXIST if the new name exists.
    func renameNew(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError)
    /// Creates a hard link. Fails with EEXIST if the new name exists.
    func link(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError)
    func remove(_ name: [UInt8], in directory: Descriptor) throws(SystemError)
    func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError)

    /// Returns whether the lock was acquired. It lasts until the descriptor is closed, at the latest when the process
    /// ends. With `waiting`, `false` means that a stopped process has held it for some seconds: see `stoppedHolder`.
    func lock(_ descriptor: Descriptor, exclusively: Bool, waiting: Bool) throws(SystemError) -> Bool
    /// Takes an exclusive record lock, which excludes other programs that use those [fcntl(2)]. Returns whether it was
    /// acquired. It lasts until the descriptor is closed.
    func lockRecord(_ descriptor: Descriptor) throws(SystemError) -> Bool
    /// Returns the ID of a stopped process that holds a lock on the file, or `nil` if there is none or it is unknown.
    func stoppedHolder(of descriptor: Descriptor) -> Int32?
    /// Releases the lock even if another process has a copy of the descriptor, as a process that is being started does.
    func unlock(_ descriptor: Descriptor)
}

extension FileSystem {
    public func synchronize(_ descriptors: [Descriptor]) throws(SystemError) {
        for descriptor in descriptors { try synchronize(descriptor) }
    }

    public func isLocal(_ descriptor: Descriptor) -> Bool { false }
    public func stamp(_ directory: Descriptor) throws(SystemError) { throw .unsupported }
    public func lockRecord(_ descriptor: Descriptor) throws(SystemError) -> Bool { throw .unsupported }

    public func stoppedHolder(of descriptor: Descriptor) -> Int32? { nil }
}

/// The errno value of a failed system call.
public struct SystemError: Error, Hashable, Sendable {
    public let code: Int32

    public init(_ code: Int32) {
        self.code = code
    }
}

extension FileSystem {
    /// Returns all names except "." and "..", in arbitrary order.
    public func names(in directory: Descriptor) throws(SystemError) -> [[UInt8]] {
        var names: [[UInt8]] = []
        try forEachName(in: directory) { names.append($0) }
        return names
    }
}
