public import Disk
internal import JSONText

/// The last changes of messages, so that they can be undone by this process or a later one. Each change is a file of its
/// own, named by a number. What is lost or damaged here costs only the chance to undo; the mail itself is not affected.
public struct ChangeHistory {
    private let home: Directory

    /// `home` is the directory of the user's data.
    public init(in home: Directory) {
        self.home = home
    }

    private static let name = Array("undo".utf8)
    private static let lockName = Array("lock".utf8)
    /// The number of changes that are kept.
    public static let depth = 100
    private static let maximumSize = 1 << 26

    /// Adds a change durably, and removes the oldest ones.
    public func append(_ change: RecordedChange) throws(FileError) {
        let directory = try home.makingDirectory(Self.name)
        // Held until this returns, so that two processes never use the same number.
        let lock = try directory.lock(Self.lockName, waiting: true)
        defer { withExtendedLifetime(lock) {} }
        let numbers = try Self.numbers(in: directory)
        let number = (numbers.last ?? 0) &+ 1
        try directory.write(
            ChecksummedJSON.octets(of: change.object), as: Self.fileName(number), .replacing, through: directory,
            named: [0x2E] + UniqueName.next())
        for old in numbers.dropLast(Self.depth - 1) { try directory.remove(Self.fileName(old)) }
    }

    /// Returns the last change of a run of petrel; if it made none, or `origin` is `nil`, the last one of any. Damaged
    /// files and those of newer versions are skipped.
    public func last(of origin: String?) throws(FileError) -> (number: Int, change: RecordedChange)? {
        guard let directory = try existing() else { return nil }
        var last: (number: Int, change: RecordedChange)?
        for number in try Self.numbers(in: directory).reversed() {
            guard let change = try Self.change(number, in: directory) else { continue }
            if origin == nil || change.origin == origin { return (number, change) }
            if last == nil { last = (number, change) }
        }
        return last
    }

    /// Forgets a change, which was undone.
    public func remove(_ number: Int) throws(FileError) {
        guard let directory = try existing() else { return }
        if try directory.remove(Self.fileName(number)) { try directory.synchronize() }
    }

    private func existing() throws(FileError) -> Directory? {
        do throws(FileError) { return try home.directory(Self.name) } catch  where error.isMissing { return nil }
    }

    private static func change(_ number: Int, in directory: Directory) throws(FileError) -> RecordedChange? {
        do throws(FileError) {
            let content = try directory.contents(of: fileName(number), limit: maximumSize)
            guard ChecksummedJSON.isWhole(content) else { return nil }
            return ChecksummedJSON.object(in: content).flatMap { RecordedChange($0) }
        } catch  where error.isMissing {
            return nil
        }
    }

    private static func fileName(_ number: Int) -> [UInt8] { Array("\(number).json".utf8) }

    /// Returns the numbers of the changes, in order.
    private static func numbers(in directory: Directory) throws(FileError) -> [Int] {
        let ending = Array(".json".utf8)
        return try directory.unsortedNames().compactMap { name in
            guard name.count > ending.count, name.count < 24, name.suffix(ending.count).elementsEqual(ending)
            else { return nil }
            let digits = name.dropLast(ending.count)
            guard digits.first != 0x30, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
            return Int(String(decoding: digits, as: UTF8.self))
        }.sorted()
    }
}
