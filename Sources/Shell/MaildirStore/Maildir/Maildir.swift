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

    static let temporaryName = Array("tmp".utf8)

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

    func complete() throws(FileError) -> Maildir {
        if new != nil, cur != nil, try directory.status(of: Self.temporaryName) != nil { return self }
        return try Maildir(completing: directory)
    }

    func opened(_ place: Place) throws(FileError) -> Directory {
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
        try following(&entry) { (entry) throws(FileError) in
            try opened(entry.place).contents(of: entry.name.octets)
        }
    }

    /// The beginning of the message, up to where its header ends or further.
    public func header(of entry: inout Entry) throws(FileError) -> [UInt8] {
        var limit = Self.headerSize
        while true {
            let octets = try following(&entry) { (entry) throws(FileError) in
                try opened(entry.place).contents(of: entry.name.octets, limit: limit)
            }
            if octets.count < limit || octets.hasEndOfHeader { return octets }
            limit *= 4
        }
    }

    /// Few headers are larger.
    private static let headerSize = 1 << 14

    /// Repeats what was attempted with a name that is gone under the name that the message has by then; throws the
    /// error of the last attempt where it has none, or another one every time.
    func following<Result>(
        _ entry: inout Entry, _ attempt: (Entry) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        for _ in 1..<Self.attempts {
            do throws(FileError) {
                return try attempt(entry)
            } catch  where error.isMissing {
                guard let found = try find(entry.name.base) else { throw error }
                entry = found
            }
        }
        return try attempt(entry)
    }

    /// How often what another program overtakes is tried. On a busy machine whoever renames without a pause wins many
    /// times in turn.
    private static let attempts = 64
    /// How often a directory is read before a message counts as gone: one that is renamed meanwhile may be in none of
    /// the names that the system gives.
    private static let looks = 3

    public func status(of entry: Entry) throws(FileError) -> FileStatus? {
        try subdirectory(entry.place)?.status(of: entry.name.octets)
    }

    /// The message whose name begins with `base`, wherever it is now and whatever its flags are.
    public func find(_ base: [UInt8]) throws(FileError) -> Entry? {
        for _ in 0..<Self.looks {
            for place in Place.allCases {
                guard let directory = subdirectory(place) else { continue }
                for name in try directory.unsortedNames() where name.starts(with: base) {
                    let filename = MaildirFilename(name)
                    if filename.base == base { return Entry(place: place, name: filename) }
                }
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
    /// A name that is taken or that would be too long gives way to a new one. Without `lasting` it lasts when
    /// `synchronize` has returned.
    public func setFlags(
        of entry: Entry, lasting: Bool = true, _ change: (MessageFlags) -> MessageFlags
    ) throws(FileError) -> Entry? {
        let maildir = try complete()
        let target = try maildir.opened(.cur)
        var entry = entry
        do throws(FileError) {
            return try maildir.following(&entry) { (entry) throws(FileError) in
                var renamed = Entry(place: .cur, name: entry.name.with(change(entry.name.flags)))
                if renamed == entry { return entry }
                let source = try maildir.opened(entry.place)
                do throws(FileError) {
                    try source.rename(entry.name.octets, to: renamed.name.octets, in: target)
                } catch  where error.isTaken || error.isNameTooLong {
                    renamed.name = MaildirFilename(base: UniqueName.next(), flags: renamed.name.flags)
                    try source.rename(entry.name.octets, to: renamed.name.octets, in: target)
                }
                if lasting {
                    try target.synchronize()
                    if source !== target { try source.synchronize() }
                }
                return renamed
            }
        } catch  where error.isMissing {
            return nil
        }
    }

    /// Puts a message into another mailbox, under a new name. At every moment it stands in one of the two, and after a
    /// crash it may stand in both. `nil` where the message is gone: whoever took it has it, and nobody else.
    public func move(_ entry: Entry, to other: Maildir) throws(FileError) -> Entry? {
        guard let copy = try copy(entry, to: other) else { return nil }
        guard let removed = try remove(entry) else {
            try other.remove(copy)
            return nil
        }
        let flags = removed.name.flags
        return flags == copy.name.flags ? copy : try other.setFlags(of: copy) { _ in flags }
    }

    /// A second name for the message in another mailbox: one file on the disk where the disk can do that. `nil` where
    /// the message is gone, or is no file.
    public func copy(
        _ entry: Entry, to other: Maildir, flags: MessageFlags? = nil
    ) throws(FileError) -> Entry? {
        let target = try other.complete().opened(.cur)
        let base = UniqueName.next()
        var entry = entry
        do throws(FileError) {
            return try following(&entry) { (entry) throws(FileError) in
                let source = try opened(entry.place)
                // A link to a link, or to a pipe, would take it into the other mailbox.
                if let kind = try source.status(of: entry.name.octets)?.kind, kind != .file { return nil }
                let flags = flags ?? entry.name.flags
                let name = MaildirFilename(base: base, flags: flags)
                do throws(FileError) {
                    try source.link(entry.name.octets, to: name.octets, in: target)
                } catch  where error.cannotLink {
                    return try other.add(source.contents(of: entry.name.octets), flags: flags, base: base)
                }
                try target.synchronize()
                return Entry(place: .cur, name: name)
            }
        } catch  where error.isMissing {
            return nil
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
    public func synchronize() throws(FileError) {
        for place in Place.allCases { try subdirectory(place)?.synchronize() }
    }

    /// Removes a message, whatever its flags are by now, and says what it was called; `nil` where it was gone already.
    /// With `lasting` it stays removed when the power goes.
    @discardableResult
    public func remove(_ entry: Entry, lasting: Bool = true) throws(FileError) -> Entry? {
        var entry = entry
        for _ in 0..<Self.attempts {
            if let directory = subdirectory(entry.place), try directory.remove(entry.name.octets) {
                if lasting { try directory.synchronize() }
                return entry
            }
            guard let found = try find(entry.name.base) else { return nil }
            entry = found
        }
        throw FileError(.remove, path(of: entry).description, code: SystemError.interrupted.code)
    }
}

extension Maildir {
    /// Removes one of two files that have the same message and the same name but for the flags; `false` where there is
    /// only one by now, which then stays.
    ///
    /// Another program may rename the other one to this very name at any time. So this one gets a name that nobody
    /// knows before it is decided that it is one too many.
    func removeDouble(_ entry: Entry, holding message: [UInt8]) throws(FileError) -> Bool {
        guard let directory = subdirectory(entry.place) else { return false }
        let own = entry.name.with(base: UniqueName.next()).octets
        do throws(FileError) {
            try directory.rename(entry.name.octets, to: own)
        } catch  where error.isMissing {
            return false
        }
        var isDouble = false
        if var other = try find(entry.name.base) {
            do throws(FileError) { isDouble = try contents(of: &other) == message } catch  where error.isMissing {}
        }
        if isDouble { try directory.remove(own) }
        try directory.synchronize()
        return isDouble
    }
}

extension Maildir.Place {
    public var octets: [UInt8] { Array(rawValue.utf8) }
}

extension [UInt8] {
    /// Whether an empty line is in it, with one of the two line ends that files have.
    fileprivate var hasEndOfHeader: Bool {
        var isEmpty = false
        for octet in self {
            if octet == 0x0A {
                if isEmpty { return true }
                isEmpty = true
            } else if octet != 0x0D {
                isEmpty = false
            }
        }
        return false
    }
}
