public import Disk

/// Where the index of an account is: a directory, and in it files `NAME.NUMBER.sqlite`, of which the highest number
/// counts. `NAME.arriving` is one that is made while the mail arrives.
///
/// An index that is made anew gets a number of its own. SQLite finds the files beside a database by its name, so no
/// database ever takes the place of another one: whoever has the former one open goes on reading that.
public struct IndexLocation: Sendable {
    public let directory: Directory
    /// Of the account.
    public let name: [UInt8]

    public init(_ directory: Directory, account name: [UInt8]) {
        self.directory = directory
        self.name = name
    }

    private static let ending = Array(".sqlite".utf8)
    private static let buildingEnding = Array(".sqlite-building".utf8)
    private static let companions = ["", "-wal", "-shm", "-journal"].map { Array($0.utf8) }

    /// The number in a file's name, and whether that file is complete; `nil` for a file of somebody else.
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

    /// Of an index that is being made, and will have the number.
    func buildingName(_ number: Int) -> [UInt8] {
        filename(number, Self.buildingEnding)
    }

    /// Of one that is made while the mail arrives, by whoever syncs the account. Others who make an index meanwhile let it
    /// stand.
    var arrivingName: [UInt8] { name + Array(".arriving".utf8) }

    /// The number of the index that counts; 0 where there is none.
    func current() throws(FileError) -> Int {
        try directory.unsortedNames().compactMap(generation).filter(\.isComplete).map(\.number).max() ?? 0
    }

    /// Whether what stands there under that number are files, as far as there is something: whoever opens a pipe for reading
    /// waits for somebody who writes. Who opens it for writing is told what is wrong.
    func hasOnlyFiles(_ number: Int) throws(FileError) -> Bool {
        for companion in Self.companions {
            let status = try directory.status(of: filename(number, Self.ending + companion))
            if let status, status.kind != .file { return false }
        }
        return true
    }

    /// SQLite refuses links, and would do so on the whole way: where the directory is may be a link, what stands in it
    /// may not.
    func path(_ number: Int) -> Path {
        directory.path.resolved / filename(number, Self.ending)
    }

    func path(_ file: [UInt8]) -> Path {
        directory.path.resolved / file
    }

    /// The octets in the write-ahead log of an index.
    func logSize(_ number: Int) -> Int {
        let status = try? directory.status(of: filename(number, Self.ending + Array("-wal".utf8)))
        return (status ?? nil).map { Int(clamping: $0.size) } ?? 0
    }

    /// Makes the file that an index will be built in. SQLite would let everybody read it; this way nobody else can.
    func prepareBuilding(_ file: [UInt8]) throws(FileError) {
        _ = try directory.lock(file, waiting: false)
    }

    /// Makes the index that was built in a file the one that counts.
    func publish(_ file: [UInt8]) throws(FileError) {
        let number = try current() + 1
        try directory.rename(file, to: filename(number, Self.ending))
        try directory.synchronize()
        try removeAll(except: number)
    }

    /// Removes what there is of an index that was made while mail arrived. For whoever syncs the account.
    public func removeArriving() throws(FileError) {
        for companion in Self.companions { try directory.remove(arrivingName + companion) }
    }

    /// Removes all files of indexes but one. For whoever holds the lock of the refresh.
    func removeAll(except kept: Int?) throws(FileError) {
        for file in try directory.unsortedNames() {
            guard let found = generation(file), found.number != kept else { continue }
            try directory.remove(file)
        }
    }

    /// Throws the index away: for an answer that says that it is damaged. The next refresh makes another one.
    public func discard() throws(FileError) {
        let lock = try lock(waiting: true)
        defer { withExtendedLifetime(lock) {} }
        try removeAll(except: nil)
    }

    /// Held while an index is changed or made: `NAME.lock`. Without `waiting`, `nil` where another process holds it.
    public func lock(waiting: Bool) throws(FileError) -> FileLock? {
        try directory.lock(name + Array(".lock".utf8), waiting: waiting)
    }
}
