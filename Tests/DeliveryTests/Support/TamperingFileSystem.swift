import Disk
import MailTestSupport
import Synchronization

/// A disk in memory that another program changes between two changes of the code under test.
final class TamperingFileSystem: FileSystem {
    private let disk: MemoryFileSystem
    private let changes = Mutex(0)
    /// Called before each change, with its number from 1.
    private let meddle: @Sendable (Int) -> Void
    /// Called before a file moves to another directory.
    private let meddleWithMove: @Sendable () -> Void

    init(
        _ disk: MemoryFileSystem, before meddle: @escaping @Sendable (Int) -> Void = { _ in },
        beforeMove meddleWithMove: @escaping @Sendable () -> Void = {}
    ) {
        self.disk = disk
        self.meddle = meddle
        self.meddleWithMove = meddleWithMove
    }

    var changeCount: Int { changes.withLock { $0 } }

    private func change() {
        meddle(
            changes.withLock { changes in
                changes += 1
                return changes
            })
    }

    func openRoot(_ path: Path) throws(SystemError) -> Descriptor { try disk.openRoot(path) }

    func open(_ name: [UInt8], in directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        if mode == .creating { change() }
        return try disk.open(name, in: directory, mode)
    }

    func close(_ descriptor: Descriptor) { disk.close(descriptor) }

    func read(_ descriptor: Descriptor, _ count: Int, into content: inout [UInt8]) throws(SystemError) -> Int {
        try disk.read(descriptor, count, into: &content)
    }

    func write(_ octets: Span<UInt8>, to descriptor: Descriptor) throws(SystemError) -> Int {
        change()
        return try disk.write(octets, to: descriptor)
    }

    func synchronize(_ descriptor: Descriptor) throws(SystemError) {
        change()
        try disk.synchronize(descriptor)
    }

    func synchronizeAll(_ descriptor: Descriptor) throws(SystemError) {
        change()
        try disk.synchronizeAll(descriptor)
    }

    func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus { try disk.status(descriptor) }

    func status(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> FileStatus {
        try disk.status(of: name, in: directory)
    }

    func creationTime(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> Int64? {
        try disk.creationTime(of: name, in: directory)
    }

    func fileSystemID(_ descriptor: Descriptor) throws(SystemError) -> UInt64 { try disk.fileSystemID(descriptor) }

    func forEachName(in directory: Descriptor, _ body: ([UInt8]) -> Void) throws(SystemError) {
        try disk.forEachName(in: directory, body)
    }

    func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        change()
        try disk.makeDirectory(name, in: directory)
    }

    func rename(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        change()
        if directory != newDirectory { meddleWithMove() }
        try disk.rename(name, in: directory, to: newName, in: newDirectory)
    }

    func renameNew(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        change()
        if directory != newDirectory { meddleWithMove() }
        try disk.renameNew(name, in: directory, to: newName, in: newDirectory)
    }

    func link(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        change()
        try disk.link(name, in: directory, to: newName, in: newDirectory)
    }

    func remove(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        change()
        try disk.remove(name, in: directory)
    }

    func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        change()
        try disk.removeDirectory(name, in: directory)
    }

    func lock(_ descriptor: Descriptor, exclusively: Bool, waiting: Bool) throws(SystemError) -> Bool {
        try disk.lock(descriptor, exclusively: exclusively, waiting: waiting)
    }

    func unlock(_ descriptor: Descriptor) { disk.unlock(descriptor) }
}
