public import Disk

/// The location of an account's index: a directory with files `NAME.NUMBER.sqlite`, of which the one with the highest
/// number is current. `NAME.arriving` is an index being built while mail arrives.
///
/// A rebuilt index gets a new number. SQLite finds the files beside a database by its name, so a database is never
/// replaced by another one: processes that have the old one open can continue to read it.
public struct IndexLocation: Sendable {
    public let directory: Directory
    /// The name of the account.
    public let name: [UInt8]

    public init(_ directory: Directory, account name: [UInt8]) {
        self.directory = directory
        self.name = name
    }

    private static let ending = Array(".sqlite".utf8)
    private static let buildingEnding = Array(".sqlite-building".utf8)
    private static let companions = ["", "-wal", "-shm", "-journal"].map { Array($0.utf8) }

    /// Returns the number in a filename and whether the file is a complete index, or `nil` if the file is unrelated.
    private func generation(_ file: [UInt8]) -> (number: Int, isComplete: Bool)? {
        guard file.starts(with: name + [0x2E]) else { return nil }
        let rest = file.dropFirst(name.count + 1)
        let digits = rest.prefix { $0 &- 0x30 < 10 }
        guard !digits.isEmpty, digits.count <= 15, let number = Int(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let ending = Array(rest.dropFirst(digits.count))
        if Self.companions.contains(where: { ending == Self.ending + $0 }) { return (number, ending == Self.ending) }
        return Self.companions.contains { ending == Self.buildingEnding + $0 } ? (number, false) : nil
    }

    private func filename(_ number: Int, _ ending: [UInt8]) -> [UInt8] {
        name + [0x2E] + Array("\(number)".utf8) + ending
    }

    /// The filename of an index that is being built and will get this number.
    func buildingName(_ number: Int) -> [UInt8] {
        filename(number, Self.buildingEnding)
    }

    /// The filename of an index that is built while mail arrives, by the process that syncs the account. Other
    /// processes that build an index meanwhile do not remove it.
    var arrivingName: [UInt8] { name + Array(".arriving".utf8) }

    /// Returns the number of the current index, or 0 if there is none.
    func current() throws(FileError) -> Int {
        try directory.unsortedNames().compactMap(generation).filter(\.isComplete).map(\.number).max() ?? 0
    }

    /// Returns whether all existing files of an index are regular files. Opening a pipe for reading would block until
    /// another process writes to it. Opening one for writing fails with an error.
    func hasOnlyFiles(_ number: Int) throws(FileError) -> Bool {
        for companion in Self.companions {
            let status = try directory.status(of: filename(number, Self.ending + companion))
            if let status, status.kind != .file { return false }
        }
        return true
    }

    /// Returns the path of an index. SQLite rejects symbolic links anywhere in a path: those that lead to the directory
    /// are allowed and thus resolved here, but the files must not be links.
    func path(_ number: Int) -> Path {
        directory.path.resolved / filename(number, Self.ending)
    }

    func path(_ file: [UInt8]) -> Path {
        directory.path.resolved / file
    }

    /// Returns the size of the write-ahead log in bytes.
    func logSize(_ number: Int) -> Int {
        let status = try? directory.status(of: filename(number, Self.ending + Array("-wal".utf8)))
        return (status ?? nil).map { Int(clamping: $0.size) } ?? 0
    }

    /// Creates the file in which an index will be built. SQLite would make it readable by all users; this one is
    /// private.
    func prepareBuilding(_ file: [UInt8]) throws(FileError) {
        _ = try directory.lock(file, waiting: false)
    }

    /// Makes a completely built index the current one.
    func publish(_ file: [UInt8]) throws(FileError) {
        let number = try current() + 1
        try directory.rename(file, to: filename(number, Self.ending))
        try directory.synchronize()
        try removeAll(except: number)
    }

    /// Removes the files of an index built while mail arrived. May be called only by the process that syncs the
    /// account.
    public func removeArriving() throws(FileError) {
        for companion in Self.companions { try directory.remove(arrivingName + companion) }
    }

    /// Removes the files of all indexes but one. The lock must be held.
    func removeAll(except kept: Int?) throws(FileError) {
        for file in try directory.unsortedNames() {
            guard let found = generation(file), found.number != kept else { continue }
            try directory.remove(file)
        }
    }

    /// Deletes the index after it was found to be damaged. The next refresh builds a new one.
    public func discard() throws(FileError) {
        let lock = try lock(waiting: true)
        defer { withExtendedLifetime(lock) {} }
        try removeAll(except: nil)
    }

    /// Locks `NAME.lock`, which must be held to change or build an index. Without `waiting`, returns `nil` if another
    /// process holds it.
    public func lock(waiting: Bool) throws(FileError) -> FileLock? {
        try directory.lock(name + Array(".lock".utf8), waiting: waiting)
    }
}
