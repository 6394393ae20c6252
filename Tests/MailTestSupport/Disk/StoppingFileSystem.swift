public import Disk
private import Synchronization

/// Simulates a process that dies before one of its changes on the disk, including commits of the ledger. Earlier
/// changes are kept, later ones do not happen.
public final class Stop: Sendable {
    private let number: Int?
    private let isTemporary: Bool
    private let state = Mutex((count: 0, isOver: false))
    private let end: @Sendable () -> Void

    /// `number` is the change to stop before, counted from 1. `nil` never stops. If the stop `isTemporary`, only that change
    /// is rejected, and all later ones are made. `end` is called once, on stopping.
    public init(before number: Int?, isTemporary: Bool = false, _ end: @escaping @Sendable () -> Void = {}) {
        self.number = number
        self.isTemporary = isTemporary
        self.end = end
    }

    /// The number of changes so far.
    public var count: Int { state.withLock { $0.count } }

    /// Whether it has stopped.
    public var isOver: Bool { state.withLock { $0.isOver } }

    /// Rejects every change from now on, or allows changes again, like a disk that is full for a while.
    public func set(isOver: Bool) { state.withLock { $0.isOver = isOver } }

    /// Counts a change and returns whether it may be made.
    public func allowsChange() -> Bool {
        let (isAllowed, isEnd) = state.withLock { state in
            if state.isOver { return (false, false) }
            state.count += 1
            let isStop = state.count == number
            state.isOver = isStop && !isTemporary
            return (!isStop, isStop)
        }
        if isEnd { end() }
        return isAllowed
    }
}

/// A disk that rejects changes once the process has stopped.
public final class StoppingFileSystem: FileSystem {
    private let disk: any FileSystem
    private let stop: Stop
    private let code: Int32
    private let rejectsLocks: Bool
    private let unreadable: [UInt8]?

    /// `code`: the value of errno for a rejected call. With `rejectsLocks`, files for locks cannot be opened either, as
    /// on a read-only disk. `unreadable`: the name of files that cannot be opened for reading.
    public init(
        _ disk: any FileSystem, _ stop: Stop, code: Int32 = 5, rejectsLocks: Bool = false, unreadable: [UInt8]? = nil
    ) {
        self.disk = disk
        self.stop = stop
        self.code = code
        self.rejectsLocks = rejectsLocks
        self.unreadable = unreadable
    }

    private func change() throws(SystemError) {
        guard stop.allowsChange() else { throw SystemError(code) }
    }

    public func openRoot(_ path: Path) throws(SystemError) -> Descriptor { try disk.openRoot(path) }

    public func open(_ name: [UInt8], in directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        if mode == .creating || (rejectsLocks && mode == .locking) { try change() }
        if mode == .reading, name == unreadable { throw SystemError(code) }
        return try disk.open(name, in: directory, mode)
    }

    public func close(_ descriptor: Descriptor) { disk.close(descriptor) }

    public func read(_ descriptor: Descriptor, _ count: Int, into content: inout [UInt8]) throws(SystemError) -> Int {
        try disk.read(descriptor, count, into: &content)
    }

    public func write(_ octets: Span<UInt8>, to descriptor: Descriptor) throws(SystemError) -> Int {
        try change()
        return try disk.write(octets, to: descriptor)
    }

    public func synchronize(_ descriptor: Descriptor) throws(SystemError) {
        try change()
        try disk.synchronize(descriptor)
    }

    public func synchronizeAll(_ descriptor: Descriptor) throws(SystemError) {
        try change()
        try disk.synchronizeAll(descriptor)
    }

    public func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus { try disk.status(descriptor) }

    public func status(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> FileStatus {
        try disk.status(of: name, in: directory)
    }

    public func creationTime(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> Int64? {
        try disk.creationTime(of: name, in: directory)
    }

    public func fileSystemID(_ descriptor: Descriptor) throws(SystemError) -> UInt64 {
        try disk.fileSystemID(descriptor)
    }
    public func isLocal(_ descriptor: Descriptor) -> Bool { disk.isLocal(descriptor) }

    public func stamp(_ directory: Descriptor) throws(SystemError) {
        try change()
        try disk.stamp(directory)
    }

    public func forEachName(in directory: Descriptor, _ body: ([UInt8]) -> Void) throws(SystemError) {
        try disk.forEachName(in: directory, body)
    }

    public func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try change()
        try disk.makeDirectory(name, in: directory)
    }

    public func rename(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try change()
        try disk.rename(name, in: directory, to: newName, in: newDirectory)
    }

    public func renameNew(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try change()
        try disk.renameNew(name, in: directory, to: newName, in: newDirectory)
    }

    public func link(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try change()
        try disk.link(name, in: directory, to: newName, in: newDirectory)
    }

    public func remove(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try change()
        try disk.remove(name, in: directory)
    }

    public func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try change()
        try disk.removeDirectory(name, in: directory)
    }

    public func lock(_ descriptor: Descriptor, exclusively: Bool, waiting: Bool) throws(SystemError) -> Bool {
        try disk.lock(descriptor, exclusively: exclusively, waiting: waiting)
    }

    public func unlock(_ descriptor: Descriptor) { disk.unlock(descriptor) }
}
