/// An open file or directory, as the file system that opened it numbers it.
public struct Descriptor: Hashable, Sendable {
    public let number: Int32

    public init(number: Int32) {
        self.number = number
    }
}

/// What a file system says of one of its objects [stat(2)].
public struct FileStatus: Hashable, Sendable {
    public enum Kind: Sendable {
        case file, directory, link, other
    }

    public var kind: Kind
    /// Octets.
    public var size: Int
    /// Which object it is, as long as it exists: the device and the inode.
    public var device: UInt64
    public var inode: UInt64
    /// Nanoseconds since 1970 of the last change of the content.
    public var modified: Int64
    /// Nanoseconds since 1970 of the last change of anything.
    public var changed: Int64
    /// How many names it has.
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

/// How a file is opened.
public enum OpenMode: Sendable {
    /// A directory, to work in.
    case directory
    /// A regular file, to read. A link is not followed, a pipe not waited for.
    case reading
    /// A file that must not exist yet, to write. Mode 0600.
    case creating
    /// A regular file to write at its end, made where it is missing. Mode 0600.
    case appending
    /// A regular file to lock, made where it is missing. Mode 0600.
    case locking
}

/// The disk: the seam between the store and the operating system. Each function is one operation on a directory that is
/// open, or on an open file, and tests put a disk that can lose its power behind it.
///
/// Names are single components: no function here follows a link or crosses a slash, so whatever stands in a directory,
/// work in it stays in it. Errors name the operation and the value of errno; `Directory` knows the path for messages.
public protocol FileSystem: AnyObject, Sendable {
    /// Opens a directory by its path, links followed: where a store begins is its owner's to say.
    func openRoot(_ path: Path) throws(SystemError) -> Descriptor
    func open(_ name: [UInt8], in directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor
    func close(_ descriptor: Descriptor)

    /// Up to `count` octets from where the last read ended; none at the end of the file.
    func read(_ descriptor: Descriptor, _ count: Int, into content: inout [UInt8]) throws(SystemError) -> Int
    /// Writes what it can and says how much that was: at least one octet.
    func write(_ octets: Span<UInt8>, to descriptor: Descriptor) throws(SystemError) -> Int
    /// Returns when the content of the file, or the names in the directory, would survive the loss of power.
    func synchronize(_ descriptor: Descriptor) throws(SystemError)
    /// The same for all that was written to the file system that holds `descriptor`.
    func synchronizeAll(_ descriptor: Descriptor) throws(SystemError)

    func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus
    func status(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> FileStatus
    /// The number that the file system that holds `descriptor` gives itself, the same after each mount where it has one
    /// of its own; 0 where it has none [statfs(2), f_fsid].
    func fileSystemID(_ descriptor: Descriptor) throws(SystemError) -> UInt64
    /// Whether nobody can change what `descriptor` is of but through this machine's own kernel, which tells of it.
    func isLocal(_ descriptor: Descriptor) -> Bool
    /// Gives a directory a time of change that differs from those that changes give it, before and after.
    func stamp(_ directory: Descriptor) throws(SystemError)
    /// All names but "." and "..", in no order.
    func names(in directory: Descriptor) throws(SystemError) -> [[UInt8]]
    func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError)
    /// Takes the place of a file that has the new name.
    func rename(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError)
    /// Fails with EEXIST where the new name is taken.
    func renameNew(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError)
    /// A second name for the same file. Fails with EEXIST where it is taken.
    func link(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError)
    func remove(_ name: [UInt8], in directory: Descriptor) throws(SystemError)
    func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError)

    /// Whether the lock was got. It lasts until the descriptor is closed, by whatever ends the process. With `waiting`,
    /// `false` says that a stopped process holds it, and has for seconds: `stoppedHolder` says which.
    func lock(_ descriptor: Descriptor, exclusively: Bool, waiting: Bool) throws(SystemError) -> Bool
    /// The number of a stopped process that holds a lock on the file; `nil` where there is none, or nobody can tell.
    func stoppedHolder(of descriptor: Descriptor) -> Int32?
    /// Gives the lock back, also if another process has a copy of the descriptor, as one that is being started has.
    func unlock(_ descriptor: Descriptor)
}

extension FileSystem {
    public func isLocal(_ descriptor: Descriptor) -> Bool { false }
    public func stamp(_ directory: Descriptor) throws(SystemError) { throw .unsupported }

    public func stoppedHolder(of descriptor: Descriptor) -> Int32? { nil }

    /// Where no process is started, closing is enough.
    public func unlock(_ descriptor: Descriptor) {}
}

/// A system call that failed: the value of errno.
public struct SystemError: Error, Hashable, Sendable {
    public let code: Int32

    public init(_ code: Int32) {
        self.code = code
    }
}
