public import Disk
public import InternetMessage
public import MailTypes

/// A cache of downloaded attachments. Everything in it can be deleted at any time and is fetched again when needed.
///
/// A file is named after the hash of its message and its section. A directory with the same name and the suffix
/// `.parts` holds the pieces of a download in progress. `used` has a line for each use, so that the least recently used
/// file is removed first.
public struct AttachmentCache: Sendable {
    /// The limit per account, in bytes [FR-SYNC-08].
    public static let limit = 500_000_000

    /// The identity of a cached file.
    public struct Key: Hashable, Sendable {
        let name: [UInt8]

        /// `message`: the hash of the local message file, which does not contain the part.
        public init(_ message: ContentHash, _ section: [UInt32]) {
            name = message.digits + Array(("-" + section.map { String($0) }.joined(separator: ".")).utf8)
        }

        public init(_ file: UndownloadedDraftAttachment) {
            self.init(file.original, file.section)
        }
    }

    let directory: Directory
    private let limit: Int

    public init(in directory: Directory, limit: Int = AttachmentCache.limit) {
        self.directory = directory
        self.limit = limit
    }

    public func has(_ key: Key) -> Bool {
        (try? directory.status(of: key.name))?.kind == .file
    }

    /// Returns the decoded content, or `nil` if it is not cached. Records the use.
    public func content(_ key: Key) throws(FileError) -> [UInt8]? {
        let content: [UInt8]
        do throws(FileError) {
            content = try directory.contents(of: key.name)
        } catch  where error.isMissing {
            return nil
        }
        // Ignore failures: reading must work even if the disk is full or read-only.
        try? noteUse(of: key)
        return content
    }

    /// Stores a file, evicting others to make room. A file larger than the limit is not stored.
    func keep(_ content: [UInt8], _ key: Key) throws(FileError) {
        try makeRoom(for: content.count, except: key)
        guard content.count <= limit else { return }
        try directory.write(
            content, as: key.name, .replacing, through: directory, named: Self.newPrefix + UniqueName.next())
        try noteUse(of: key)
    }

    private func noteUse(of key: Key) throws(FileError) {
        try JournalFile(Self.uses, in: directory).append(Self.line(key.name))
    }

    // MARK: - Eviction

    private static let uses = Array("used".utf8)
    private static let lock = Array("lock".utf8)
    private static let newPrefix = Array(".new-".utf8)
    static let arriving = Array(".parts".utf8)
    /// The number of obsolete lines after which `used` is rewritten.
    private static let mostLines = 1000

    /// Removes the least recently used files until this many more bytes fit.
    func makeRoom(for size: Int, except key: Key) throws(FileError) {
        let held = try directory.lock(Self.lock, waiting: true)
        defer { withExtendedLifetime(held) {} }
        let lines = try useLines()
        var last: [[UInt8]: Int] = [:]
        for (number, name) in lines.enumerated() { last[name] = number }
        var items: [(name: [UInt8], size: Int, use: Int, modified: Int64)] = []
        for name in try directory.unsortedNames() where name != Self.uses && name != Self.lock {
            guard let status = try directory.status(of: name) else { continue }
            let base =
                name.suffix(Self.arriving.count) == Self.arriving[...] ? name.dropLast(Self.arriving.count) : name[...]
            if base.elementsEqual(key.name) { continue }
            let size = status.kind == .directory ? try Self.size(of: directory.directory(name)) : status.size
            items.append((name, size, last[Array(base)] ?? -1, status.modified))
        }
        items.sort { ($0.use, $0.modified) < ($1.use, $1.modified) }
        var total = items.reduce(0) { $0 + $1.size }
        for item in items where total + size > limit {
            try directory.removeTree(item.name)
            total -= item.size
        }
        if lines.count > items.count + Self.mostLines {
            let kept = last.filter { name, _ in has(name) }.sorted { $0.value < $1.value }
            try directory.write(
                kept.flatMap { Self.line($0.key) + [0x0A] }, as: Self.uses, .replacing, through: directory,
                named: Self.newPrefix + UniqueName.next())
        }
    }

    private func has(_ name: [UInt8]) -> Bool {
        (try? directory.status(of: name)) != nil || (try? directory.status(of: name + Self.arriving)) != nil
    }

    private static func size(of directory: Directory) throws(FileError) -> Int {
        var size = 0
        for name in try directory.unsortedNames() { size += try directory.status(of: name)?.size ?? 0 }
        return size
    }

    private static let lineStart = Array("{\"used\":\"".utf8)
    private static let lineEnd = Array("\"}".utf8)

    private static func line(_ name: [UInt8]) -> [UInt8] { lineStart + name + lineEnd }

    /// The names in `used`, in order. Truncated lines are skipped.
    private func useLines() throws(FileError) -> [[UInt8]] {
        let content: [UInt8]
        do throws(FileError) {
            content = try directory.contents(of: Self.uses)
        } catch  where error.isMissing {
            return []
        }
        return content.split(separator: 0x0A).compactMap { line in
            guard line.starts(with: Self.lineStart), line.suffix(2) == Self.lineEnd[...] else { return nil }
            return Array(line.dropFirst(Self.lineStart.count).dropLast(Self.lineEnd.count))
        }
    }
}
