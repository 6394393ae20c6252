import Disk
import Synchronization

/// The disk of this machine, on which nothing can be changed any more after so many changes: as if the program had been
/// killed there.
final class StoppingFileSystem: FileSystem {
    private let disk = POSIXFileSystem.shared
    private let left: Atomic<Int>

    init(after changes: Int) {
        left = Atomic(changes)
    }

    var isStopped: Bool { left.load(ordering: .relaxed) < 0 }

    private func change() throws(SystemError) {
        if left.subtract(1, ordering: .relaxed).newValue < 0 { throw SystemError(5) }
    }

    func openRoot(_ path: Path) throws(SystemError) -> Descriptor { try disk.openRoot(path) }

    func open(
        _ name: [UInt8], in directory: Descriptor, _ mode: OpenMode
    ) throws(SystemError) -> Descriptor {
        if mode == .creating || mode == .appending { try change() }
        return try disk.open(name, in: directory, mode)
    }

    func close(_ descriptor: Descriptor) { disk.close(descriptor) }

    func read(_ descriptor: Descriptor, _ count: Int, into content: inout [UInt8]) throws(SystemError) -> Int {
        try disk.read(descriptor, count, into: &content)
    }

    func write(_ octets: Span<UInt8>, to descriptor: Descriptor) throws(SystemError) -> Int {
        try change()
        return try disk.write(octets, to: descriptor)
    }

    func synchronize(_ descriptor: Descriptor) throws(SystemError) {
        if isStopped { throw SystemError(5) }
    }

    func synchronizeAll(_ descriptor: Descriptor) throws(SystemError) {
        if isStopped { throw SystemError(5) }
    }

    func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus { try disk.status(descriptor) }

    func status(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> FileStatus {
        try disk.status(of: name, in: directory)
    }

    func fileSystemID(_ descriptor: Descriptor) throws(SystemError) -> UInt64 { try disk.fileSystemID(descriptor) }

    func names(in directory: Descriptor) throws(SystemError) -> [[UInt8]] { try disk.names(in: directory) }

    func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try change()
        try disk.makeDirectory(name, in: directory)
    }

    func rename(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try change()
        try disk.rename(name, in: directory, to: newName, in: newDirectory)
    }

    func renameNew(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try change()
        try disk.renameNew(name, in: directory, to: newName, in: newDirectory)
    }

    func link(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try change()
        try disk.link(name, in: directory, to: newName, in: newDirectory)
    }

    func remove(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try change()
        try disk.remove(name, in: directory)
    }

    func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try change()
        try disk.removeDirectory(name, in: directory)
    }

    func lock(_ descriptor: Descriptor, exclusively: Bool, waiting: Bool) throws(SystemError) -> Bool {
        try disk.lock(descriptor, exclusively: exclusively, waiting: waiting)
    }
}
