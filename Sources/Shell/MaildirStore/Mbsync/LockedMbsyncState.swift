public import Disk
public import MailTypes

/// mbsync's record of one mailbox, locked so that mbsync leaves the mailbox alone meanwhile.
///
/// mbsync identifies a file by a number in its name, `,U=5`. It assigns the numbers from a counter in `.uidvalidity`.
public final class LockedMbsyncState {
    public enum Problem: Error, Hashable, Sendable {
        /// mbsync is syncing the mailbox.
        case running
        /// mbsync was interrupted, and will repeat what it did last.
        case interrupted
        /// The record is incomplete, or not in the format that petrel knows.
        case damaged
        /// The numbers in the record do not belong to the files.
        case renumbered
        /// mbsync has numbered the files, and its record is not where petrel looks for it.
        case unrecorded
        /// Some files are placeholders for large messages [mbsync(1), MaxSize].
        case placeholders
        /// The numbers are in a database that only mbsync can write [mbsync(1), AltMap].
        case alternativeNumbers
        case file(FileError)
    }

    /// What is recorded; `nil` if mbsync has not synced the mailbox yet.
    public private(set) var state: MbsyncState?
    private let maildir: Maildir
    private let directory: Directory
    private let name: [UInt8]
    private let lock: RecordLock

    static let counterName = Array(".uidvalidity".utf8)
    static let stateName = Array(".mbsyncstate".utf8)
    static let databaseName = Array(".isyncuidmap.db".utf8)
    /// The files of mbsync in the directory of a mailbox.
    static let names = [counterName, stateName, stateName + Array(".lock".utf8)]

    /// Locks the record of a mailbox and reads it. `components`: the name of the mailbox as mbsync writes it.
    public init(
        of components: [[UInt8]], _ maildir: Maildir, at place: MbsyncStateLocation
    ) throws(Problem) {
        self.maildir = maildir
        try Self.refuseDatabase(maildir)
        let (directory, name) = try Self.foundLocation(components, maildir, place)
        self.directory = directory
        self.name = name
        let lock = try Self.file { () throws(FileError) in
            try directory.lockRecord(name + Array(".lock".utf8))
        }
        guard let lock else { throw .running }
        self.lock = lock
        let isInterrupted = try Self.file { () throws(FileError) in
            try directory.status(of: name + Array(".journal".utf8)).map { $0.size > 0 } ?? false
        }
        if isInterrupted { throw .interrupted }
        state = try Self.state(in: directory, name, maildir)
    }

    /// Returns why petrel cannot use the record of a mailbox, without locking it; `nil` if it can. Another program may be
    /// changing it.
    public static func problem(
        of components: [[UInt8]], _ maildir: Maildir, at place: MbsyncStateLocation
    ) -> Problem? {
        do throws(Problem) {
            try refuseDatabase(maildir)
            let (directory, name) = try foundLocation(components, maildir, place)
            _ = try state(in: directory, name, maildir)
            return nil
        } catch {
            return error
        }
    }

    private static func refuseDatabase(_ maildir: Maildir) throws(Problem) {
        let hasDatabase = try file { () throws(FileError) in
            try maildir.directory.status(of: Self.databaseName) != nil
        }
        if hasDatabase { throw .alternativeNumbers }
    }

    /// Reads the record, and compares it with the counter.
    private static func state(
        in directory: Directory, _ name: [UInt8], _ maildir: Maildir
    ) throws(Problem) -> MbsyncState? {
        let content = try file { () throws(FileError) in
            try directory.status(of: name) == nil ? [] : directory.contents(of: name)
        }
        let counter = try counter(of: maildir)
        guard let state = MbsyncState(content) else {
            if !content.isEmpty { throw .damaged }
            // petrel writes the record before it assigns a number.
            if let counter, counter.last > 0 { throw .unrecorded }
            return nil
        }
        if counter?.validity != state.nearValidity { throw .renumbered }
        if state.hasPlaceholders { throw .placeholders }
        return state
    }

    private static func foundLocation(
        _ components: [[UInt8]], _ maildir: Maildir, _ place: MbsyncStateLocation
    ) throws(Problem) -> (Directory, [UInt8]) {
        do throws(FileError) {
            return try location(components, maildir, place)
        } catch {
            if error.isMissing, let counter = try counter(of: maildir), counter.last > 0 { throw .unrecorded }
            throw .file(error)
        }
    }

    /// Returns the directory and the name of the record.
    private static func location(
        _ components: [[UInt8]], _ maildir: Maildir, _ place: MbsyncStateLocation
    ) throws(FileError) -> (Directory, [UInt8]) {
        guard case .files(let prefix, let stores) = place else { return (maildir.directory, stateName) }
        var name = Array(components.joined(separator: [0x21]))
        if let stores { name = [0x3A] + stores.far + [0x3A] + name + [0x5F, 0x3A] + stores.near + [0x3A] + name }
        let slash = prefix.bytes.lastIndex(of: 0x2F) ?? 0
        let parent = Path(slash == 0 ? [0x2F] : Array(prefix.bytes[..<slash]))
        let start = prefix.bytes.dropFirst(slash + 1)
        return (try Directory.open(parent, on: maildir.directory.system), start + name)
    }

    /// Whether mbsync has synced a mailbox, or petrel has recorded what is in it.
    public static func exists(
        _ components: [[UInt8]], _ maildir: Maildir, at place: MbsyncStateLocation
    ) throws(FileError) -> Bool {
        let (directory, name) = try location(components, maildir, place)
        return try directory.status(of: name).map { $0.size > 0 } ?? false
    }

    // MARK: - Numbers

    /// The contents of `.uidvalidity`.
    private struct Counter {
        var validity: UInt32
        var last: UInt32

        init(validity: UInt32) {
            self.validity = validity
            last = 0
        }

        init?(_ content: [UInt8]) {
            let lines = content.split(separator: 0x0A)
            guard lines.count >= 2, let validity = UInt32(String(decoding: lines[0], as: UTF8.self)),
                let last = UInt32(String(decoding: lines[1], as: UTF8.self))
            else { return nil }
            self.validity = validity
            self.last = last
        }

        var octets: [UInt8] { Array("\(validity)\n\(last)\n".utf8) }
    }

    /// Returns `nil` if no file has a number yet.
    private static func counter(of maildir: Maildir) throws(Problem) -> Counter? {
        let content = try file { () throws(FileError) in
            try maildir.directory.status(of: counterName) == nil ? [] : maildir.directory.contents(of: counterName)
        }
        if content.isEmpty { return nil }
        guard let counter = Counter(content) else { throw .renumbered }
        return counter
    }

    /// Returns the highest number that a file can have.
    public func lastNumber() throws(Problem) -> UInt32 { try Self.counter(of: maildir)?.last ?? 0 }

    /// Returns the first of `count` successive unused numbers, and the UIDVALIDITY that they belong to. Throws `running`
    /// if mbsync is using the counter; it does so for up to two seconds.
    ///
    /// `far`: the UIDVALIDITY of the server's mailbox. If there is no record yet, it is written before a number is
    /// assigned. So numbers without a record are always those of a record in another place.
    public func assign(
        _ count: Int, far: UInt32, at now: Instant
    ) throws(Problem) -> (first: UInt32, validity: UInt32) {
        if state == nil {
            let validity = try change(at: now) { _ in true }.validity
            try write(MbsyncState(farValidity: far, nearValidity: validity))
        }
        let counter = try change(at: now) { counter in
            guard let number = UInt32(exactly: count), counter.last <= UInt32.max - number else { return false }
            counter.last += number
            return true
        }
        return (counter.last - UInt32(clamping: count) &+ 1, counter.validity)
    }

    /// Changes the locked counter durably, and returns it. `body` returns `false` if it cannot be changed.
    private func change(at now: Instant, _ body: (inout Counter) -> Bool) throws(Problem) -> Counter {
        let lock = try Self.file { () throws(FileError) in try maildir.directory.lockRecord(Self.counterName) }
        guard let lock else { throw .running }
        let content = try Self.file { () throws(FileError) in try maildir.directory.contents(of: Self.counterName) }
        let known = content.isEmpty ? Counter(validity: UInt32(clamping: now.seconds)) : Counter(content)
        guard var counter = known, body(&counter) else { throw .renumbered }
        if counter.octets != content { try Self.file { () throws(FileError) in try lock.overwrite(counter.octets) } }
        return counter
    }

    /// Replaces the record durably.
    public func write(_ state: MbsyncState) throws(Problem) {
        guard state != self.state else { return }
        try Self.file { () throws(FileError) in
            // A temporary file of mbsync has this name as well; it is not in use while the record is locked.
            let temporary = name + Array(".new".utf8)
            try directory.remove(temporary)
            try directory.write(state.octets, as: name, .replacing, through: directory, named: temporary)
        }
        self.state = state
    }

    public static func file<Result>(_ body: () throws(FileError) -> Result) throws(Problem) -> Result {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }
}
