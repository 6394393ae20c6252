import CSQLite
import Disk
import Synchronization

/// A process that stops at one of its changes on the disk, commits of the ledger among them: what it did before stands,
/// and nothing that it would have done after.
final class Stop: Sendable {
    private let number: Int?
    private let state = Mutex((count: 0, isOver: false))
    private let end: @Sendable () -> Void

    /// Before which change, counted from 1; never where it is `nil`. `end` is called then, once.
    init(before number: Int?, _ end: @escaping @Sendable () -> Void = {}) {
        self.number = number
        self.end = end
    }

    /// How many changes there were.
    var count: Int { state.withLock { $0.count } }

    /// Whether another change is made.
    func allowsChange() -> Bool {
        let (isAllowed, isEnd) = state.withLock { state in
            if state.isOver { return (false, false) }
            state.count += 1
            state.isOver = state.count == number
            return (!state.isOver, state.isOver)
        }
        if isEnd { end() }
        return isAllowed
    }
}

/// A disk that makes no change any more once the process has stopped.
final class StoppingFileSystem: FileSystem {
    private let disk: any FileSystem
    private let stop: Stop

    init(_ disk: any FileSystem, _ stop: Stop) {
        self.disk = disk
        self.stop = stop
    }

    private func change() throws(SystemError) {
        guard stop.allowsChange() else { throw SystemError(5) }
    }

    func openRoot(_ path: Path) throws(SystemError) -> Descriptor { try disk.openRoot(path) }

    func open(_ name: [UInt8], in directory: Descriptor, _ mode: OpenMode) throws(SystemError) -> Descriptor {
        if mode == .creating { try change() }
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
        try change()
        try disk.synchronize(descriptor)
    }

    func synchronizeAll(_ descriptor: Descriptor) throws(SystemError) {
        try change()
        try disk.synchronizeAll(descriptor)
    }

    func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus { try disk.status(descriptor) }

    func status(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> FileStatus {
        try disk.status(of: name, in: directory)
    }

    func fileSystemID(_ descriptor: Descriptor) throws(SystemError) -> UInt64 { try disk.fileSystemID(descriptor) }
    func isLocal(_ descriptor: Descriptor) -> Bool { disk.isLocal(descriptor) }

    func stamp(_ directory: Descriptor) throws(SystemError) {
        try change()
        try disk.stamp(directory)
    }

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

    func unlock(_ descriptor: Descriptor) { disk.unlock(descriptor) }
}

/// SQLite does not work through the seam of the disk: each of its commits is asked for where SQLite itself asks whether it
/// may be made.
enum WatchedLedgers {
    private static let stops = Mutex<[String: Stop]>([:])

    /// In effect for each connection that is opened from here on.
    private static let isInstalled: Bool = {
        let opened: Opened = { database, _, _ in
            guard let name = sqlite3_db_filename(database, "main").map({ String(cString: $0) }),
                let stop = WatchedLedgers.stops.withLock({ $0[name] })
            else { return SQLITE_OK }
            let context = Unmanaged.passUnretained(stop).toOpaque()
            sqlite3_commit_hook(
                database,
                { context in
                    guard let context else { return 0 }
                    return Unmanaged<Stop>.fromOpaque(context).takeUnretainedValue().allowsChange() ? 0 : 1
                }, context)
            return SQLITE_OK
        }
        return sqlite3_auto_extension(unsafeBitCast(opened, to: (@convention(c) () -> Void).self)) == SQLITE_OK
    }()

    private typealias Opened =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
        ) -> CInt

    /// As long as `body` runs, which has nothing open when it returns.
    static func watching<Result>(
        _ path: String, _ stop: Stop, _ body: () async throws -> Result
    ) async throws -> Result {
        guard isInstalled else { throw SystemError(95) }
        stops.withLock { $0[path] = stop }
        defer { stops.withLock { $0[path] = nil } }
        return try await body()
    }
}
