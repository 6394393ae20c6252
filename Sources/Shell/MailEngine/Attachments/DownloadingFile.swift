internal import Disk
internal import Platform

/// A file that is being downloaded. Each piece is a durable file in a directory, so an interrupted download can
/// continue. Runs on a separate thread.
actor DownloadingFile {
    private let executor = DiskExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let cache: AttachmentCache
    private let key: AttachmentCache.Key
    private var directory: Directory?
    private var lock: FileLock?
    private var pieces: [[UInt8]] = []
    /// The number of bytes downloaded so far.
    private(set) var count = 0

    init(_ key: AttachmentCache.Key, in cache: AttachmentCache) {
        self.key = key
        self.cache = cache
    }

    private var name: [UInt8] { key.name + AttachmentCache.arriving }
    private static let lockName = Array("lock".utf8)

    /// Finds the pieces of an earlier download and reserves space for the rest. Returns `false` if another process is
    /// downloading the file.
    func begin(size: Int) throws(FileError) -> Bool {
        try cache.makeRoom(for: size, except: key)
        let directory = try cache.directory.makingDirectory(name)
        if lock == nil { lock = try directory.lock(Self.lockName, waiting: false) }
        if lock == nil { return false }
        self.directory = directory
        pieces = []
        count = 0
        for name in try directory.names() where name != Self.lockName {
            // A piece is only valid after the previous one; a piece that was being written is discarded.
            guard name == Self.pieceName(at: count), let status = try directory.status(of: name) else {
                try directory.remove(name)
                continue
            }
            pieces.append(name)
            count += status.size
        }
        if count > size { try clear() }
        return true
    }

    /// Appends a piece, which is durable when this returns.
    func append(_ octets: [UInt8]) throws(FileError) {
        guard let directory, !octets.isEmpty else { return }
        let name = Self.pieceName(at: count)
        try directory.write(
            octets, as: name, .replacing, through: directory, named: Array("new".utf8))
        pieces.append(name)
        count += octets.count
    }

    /// Discards all pieces.
    func clear() throws(FileError) {
        for name in pieces { try directory?.remove(name) }
        pieces = []
        count = 0
    }

    /// Returns the bytes of all pieces.
    func contents() throws(FileError) -> [UInt8] {
        guard let directory else { return [] }
        var contents: [UInt8] = []
        contents.reserveCapacity(count)
        for name in pieces { contents += try directory.contents(of: name) }
        return contents
    }

    /// Stores the decoded content in the cache and removes the pieces.
    func finish(_ content: [UInt8]) throws(FileError) {
        try cache.keep(content, key)
        try cache.directory.removeTree(name)
        lock = nil
        directory = nil
    }

    /// Blocks this actor's thread, which has no other work.
    func pause(_ duration: Duration, by clock: any Clock) {
        clock.sleep(for: duration)
    }

    /// Zero-padded, so that names sort by offset.
    private static func pieceName(at offset: Int) -> [UInt8] {
        let digits = Array(String(offset).utf8)
        return [UInt8](repeating: 0x30, count: max(0, 15 - digits.count)) + digits
    }
}
