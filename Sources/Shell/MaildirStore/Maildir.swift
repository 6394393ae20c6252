public import Disk
public import MailTypes

/// A directory of messages, one a file: `new` for those that nobody has seen, `cur` for the others, `tmp` for those
/// that are being written [https://cr.yp.to/proto/maildir.html].
///
/// Other programs add, rename and remove at any time, without locks. A file that is gone when it is asked for is
/// looked for under another name, and reported as missing only if there is none.
public struct Maildir: Sendable {
    /// Which of the two directories a message stands in.
    public enum Place: String, Hashable, Sendable, CaseIterable {
        case new, cur
    }

    /// One message's file.
    public struct Entry: Hashable, Sendable {
        public var place: Place
        public var name: MaildirFilename

        public init(place: Place, name: MaildirFilename) {
            self.place = place
            self.name = name
        }
    }

    public let directory: Directory
    private let new: Directory?
    private let cur: Directory?

    /// `nil` where the directory has neither `cur` nor `new`, and so is no Maildir.
    ///
    /// A Maildir that came through a version control system or an archive may lack those that were empty.
    public init?(_ directory: Directory) throws(FileError) {
        self.directory = directory
        new = try Self.existing(.new, in: directory)
        cur = try Self.existing(.cur, in: directory)
        if new == nil, cur == nil { return nil }
    }

    /// A Maildir that is complete: what is missing is made.
    public init(completing directory: Directory) throws(FileError) {
        self.directory = directory
        _ = try directory.makingDirectory(Self.temporaryName)
        new = try directory.makingDirectory(Place.new.octets)
        cur = try directory.makingDirectory(Place.cur.octets)
    }

    private static let temporaryName = Array("tmp".utf8)

    private static func existing(_ place: Place, in directory: Directory) throws(FileError) -> Directory? {
        guard try directory.status(of: place.octets)?.kind == .directory else { return nil }
        return try directory.directory(place.octets)
    }

    /// The directory of a place; `nil` where it is missing.
    public func subdirectory(_ place: Place) -> Directory? {
        switch place {
        case .new: new
        case .cur: cur
        }
    }

    private func complete() throws(FileError) -> Maildir {
        if new != nil, cur != nil, try directory.status(of: Self.temporaryName) != nil { return self }
        return try Maildir(completing: directory)
    }

    private func opened(_ place: Place) throws(FileError) -> Directory {
        if let open = subdirectory(place) { return open }
        return try directory.makingDirectory(place.octets)
    }

    // MARK: - Reading

    /// All messages in the order of their names, which begin with the time of arrival. Names that begin with a dot are
    /// no messages. What is a file and what something else shows when it is read.
    public func entries() throws(FileError) -> [Entry] {
        var found: [(octets: [UInt8], place: Place)] = []
        for place in Place.allCases {
            guard let directory = subdirectory(place) else { continue }
            for name in try directory.unsortedNames() where name.first != 0x2E { found.append((name, place)) }
        }
        found.sort { $0.octets.lexicographicallyPrecedes($1.octets) }
        return found.map { Entry(place: $0.place, name: MaildirFilename($0.octets)) }
    }

    public func path(of entry: Entry) -> Path {
        directory.path / entry.place.octets / entry.name.octets
    }

    /// The message; a file that was renamed in the meantime is followed, and `entry` then says where it is.
    public func contents(of entry: inout Entry) throws(FileError) -> [UInt8] {
        do throws(FileError) {
            return try opened(entry.place).contents(of: entry.name.octets)
        } catch  where error.isMissing {
            guard let found = try find(entry.name.base) else { throw error }
            entry = found
            return try opened(found.place).contents(of: found.name.octets)
        }
    }

    public func status(of entry: Entry) throws(FileError) -> FileStatus? {
        try subdirectory(entry.place)?.status(of: entry.name.octets)
    }

    /// The message whose name begins with `base`, wherever it is now and whatever its flags are.
    public func find(_ base: [UInt8]) throws(FileError) -> Entry? {
        for place in Place.allCases {
            guard let directory = subdirectory(place) else { continue }
            for name in try directory.unsortedNames() where name.starts(with: base) {
                let filename = MaildirFilename(name)
                if filename.base == base { return Entry(place: place, name: filename) }
            }
        }
        return nil
    }

    // MARK: - Changing

    /// A new message, which lasts when this returns. With flags, or as a message that was seen, it stands in `cur`.
    public func add(
        _ message: [UInt8], flags: MessageFlags, to place: Place = .cur, base: [UInt8] = UniqueName.next()
    ) throws(FileError) -> Entry {
        let maildir = try complete()
        let name = place == .new ? MaildirFilename(base) : MaildirFilename(base: base, flags: flags)
        let temporary = try directory.directory(Self.temporaryName)
        try maildir.opened(place).write(message, as: name.octets, .new, through: temporary, named: base)
        return Entry(place: place, name: name)
    }

    /// The same as one of many: it lasts when the batch is committed.
    public func add(
        _ message: [UInt8], _ entry: Entry, to batch: DurableBatch
    ) throws(FileError) {
        let maildir = try complete()
        let temporary = try directory.directory(Self.temporaryName)
        try batch.add(
            message, as: entry.name.octets, in: maildir.opened(entry.place), through: temporary,
            named: UniqueName.next())
    }

    /// Gives a message other flags by renaming it; it then stands in `cur`. `nil` where the message is gone.
    ///
    /// Another program may rename it at the same moment: `change` is then asked again, with the flags of that moment.
    public func setFlags(
        of entry: Entry, _ change: (MessageFlags) -> MessageFlags
    ) throws(FileError) -> Entry? {
        let maildir = try complete()
        var entry = entry
        for _ in 0..<Self.attempts {
            let renamed = Entry(place: .cur, name: entry.name.with(change(entry.name.flags)))
            if renamed == entry { return entry }
            let source = try maildir.opened(entry.place)
            let target = try maildir.opened(.cur)
            do throws(FileError) {
                try source.rename(entry.name.octets, to: renamed.name.octets, in: target)
                try target.synchronize()
                if source !== target { try source.synchronize() }
                return renamed
            } catch  where error.isMissing {
                guard let found = try maildir.find(entry.name.base) else { return nil }
                entry = found
            }
        }
        throw FileError(.rename, path(of: entry).description, code: SystemError.interrupted.code)
    }

    /// How often a rename that another program overtakes is tried.
    private static let attempts = 8

    /// Puts a message into another mailbox, under a new name. At every moment it stands in one of the two, and after a
    /// crash it may stand in both. `nil` where the message is gone.
    public func move(_ entry: Entry, to other: Maildir) throws(FileError) -> Entry? {
        guard let copy = try copy(entry, to: other) else { return nil }
        try remove(entry)
        return copy
    }

    /// A second name for the message in another mailbox: one file on the disk where the disk can do that.
    public func copy(
        _ entry: Entry, to other: Maildir, flags: MessageFlags? = nil
    ) throws(FileError) -> Entry? {
        let target = try other.complete().opened(.cur)
        let flags = flags ?? entry.name.flags
        let name = MaildirFilename(base: UniqueName.next(), flags: flags)
        var entry = entry
        do throws(FileError) {
            guard try status(of: entry)?.kind == .file else {
                guard let found = try find(entry.name.base) else { return nil }
                entry = found
                guard try status(of: entry)?.kind == .file else { return nil }
                return try copy(entry, to: other, flags: flags)
            }
            try opened(entry.place).link(entry.name.octets, to: name.octets, in: target)
            try target.synchronize()
            return Entry(place: .cur, name: name)
        } catch  where error.cannotLink {
            let message = try contents(of: &entry)
            return try other.add(message, flags: flags)
        }
    }

    enum Linked {
        case linked, copied
    }

    /// A second name for a message of another program, its flags and place kept. Lasts when `synchronize` has returned
    /// for the other Maildir.
    func link(_ entry: Entry, to other: Maildir, as base: [UInt8]) throws(FileError) -> Linked {
        let target = try other.complete().opened(entry.place)
        let name = entry.name.with(base: base)
        do throws(FileError) {
            try opened(entry.place).link(entry.name.octets, to: name.octets, in: target)
            return .linked
        } catch  where error.cannotLink {
            var entry = entry
            let message = try contents(of: &entry)
            let temporary = try other.directory.directory(Self.temporaryName)
            try target.write(message, as: name.octets, .new, through: temporary, named: UniqueName.next())
            return .copied
        }
    }

    /// Returns when all names in the Maildir would survive the loss of power.
    func synchronize() throws(FileError) {
        for place in Place.allCases { try subdirectory(place)?.synchronize() }
    }

    /// Removes a message, whatever its flags are by now. That it is gone already is no error.
    public func remove(_ entry: Entry) throws(FileError) {
        guard let current = try status(of: entry) == nil ? find(entry.name.base) : entry else { return }
        let directory = try opened(current.place)
        try directory.remove(current.name.octets)
        try directory.synchronize()
    }
}

extension Maildir.Place {
    public var octets: [UInt8] { Array(rawValue.utf8) }
}
