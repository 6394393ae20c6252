public import Disk
private import Foundation
private import Synchronization

/// The real file system, counting the calls made to it.
public final class CountingFileSystem: FileSystem {
    public struct Counts: Hashable, Sendable {
        public var listings = 0
        public var filesRead = 0
        /// The paths of the directories that were listed.
        public var listed: [String] = []
    }

    private let disk = POSIXFileSystem.shared
    private let state = Mutex(Counts())

    private let beforeReading: @Sendable ([UInt8]) -> Void

    /// `beforeReading` is called with the name of each file before it is opened for reading.
    public init(beforeReading: @escaping @Sendable ([UInt8]) -> Void = { _ in }) {
        self.beforeReading = beforeReading
    }

    /// Returns the counts since the last call.
    public func take() -> Counts {
        state.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
    }

    public func openRoot(_ path: Path) throws(SystemError) -> Descriptor { try disk.openRoot(path) }

    public func open(_ name: [UInt8], in directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        let isSeal = name.suffix(5).elementsEqual(".seal".utf8)
        if case .reading = mode, !isSeal {
            beforeReading(name)
            state.withLock { $0.filesRead += 1 }
        }
        return try disk.open(name, in: directory, mode)
    }

    public func close(_ descriptor: Descriptor) { disk.close(descriptor) }

    public func read(_ descriptor: Descriptor, _ count: Int, into content: inout [UInt8]) throws(SystemError) -> Int {
        try disk.read(descriptor, count, into: &content)
    }

    public func write(_ octets: Span<UInt8>, to descriptor: Descriptor) throws(SystemError) -> Int {
        try disk.write(octets, to: descriptor)
    }

    public func synchronize(_ descriptor: Descriptor) throws(SystemError) { try disk.synchronize(descriptor) }
    public func synchronizeAll(_ descriptor: Descriptor) throws(SystemError) { try disk.synchronizeAll(descriptor) }
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

    public func forEachName(in directory: Descriptor, _ body: ([UInt8]) -> Void) throws(SystemError) {
        let names = try disk.names(in: directory)
        // Count only directories of messages, not those that contain mailboxes.
        if !names.contains(Array("cur".utf8)), !names.contains(Array("INBOX".utf8)) {
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(directory.number)")
            state.withLock { state in
                state.listings += 1
                state.listed.append(path ?? "")
            }
        }
        for name in names { body(name) }
    }

    public func isLocal(_ descriptor: Descriptor) -> Bool { disk.isLocal(descriptor) }

    public func stamp(_ directory: Descriptor) throws(SystemError) { try disk.stamp(directory) }

    public func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try disk.makeDirectory(name, in: directory)
    }

    public func rename(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try disk.rename(name, in: directory, to: newName, in: newDirectory)
    }

    public func renameNew(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try disk.renameNew(name, in: directory, to: newName, in: newDirectory)
    }

    public func link(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try disk.link(name, in: directory, to: newName, in: newDirectory)
    }

    public func remove(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try disk.remove(name, in: directory)
    }

    public func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try disk.removeDirectory(name, in: directory)
    }

    public func lock(_ descriptor: Descriptor, exclusively: Bool, waiting: Bool) throws(SystemError) -> Bool {
        try disk.lock(descriptor, exclusively: exclusively, waiting: waiting)
    }

    public func unlock(_ descriptor: Descriptor) { disk.unlock(descriptor) }
}
