public import Disk
public import MailTypes

/// A directory with one file per message: `new` for unseen messages, `cur` for the others, `tmp` for unfinished ones
/// [https://cr.yp.to/proto/maildir.html].
///
/// Other programs add, rename and remove files at any time, without locks. If a file is missing when it is accessed, it
/// is looked up under other names, and reported as missing only if none is found.
public struct Maildir: Sendable {
    /// The subdirectory of a message.
    public enum Place: String, Hashable, Sendable, CaseIterable {
        case new, cur
    }

    /// The file of a message.
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

    /// Returns `nil` if the directory has neither `cur` nor `new`, and thus is not a Maildir.
    ///
    /// A Maildir restored from version control or an archive may lack the subdirectories that were empty.
    public init?(_ directory: Directory) throws(FileError) {
        self.directory = directory
        new = try Self.existing(.new, in: directory)
        cur = try Self.existing(.cur, in: directory)
        if new == nil, cur == nil { return nil }
    }

    /// Creates the missing subdirectories.
    public init(completing directory: Directory) throws(FileError) {
        self.directory = directory
        _ = try directory.makingDirectory(Self.temporaryName)
        new = try directory.makingDirectory(Place.new.octets)
        cur = try directory.makingDirectory(Place.cur.octets)
    }

    /// Throws an error if something else has the name of a subdirectory, or if one cannot be opened. No message can be
    /// stored here then.
    public func checkSubdirectories() throws(FileError) {
        var names = [Self.temporaryName]
        if new == nil { names.append(Place.new.octets) }
        if cur == nil { names.append(Place.cur.octets) }
        for name in names {
            do throws(FileError) { _ = try directory.directory(name) } catch  where error.isMissing {}
        }
    }

    /// Whether both subdirectories for messages exist and are directories.
    public var isComplete: Bool { new != nil && cur != nil }

    static let temporaryName = Array("tmp".utf8)

    private static func existing(_ place: Place, in directory: Directory) throws(FileError) -> Directory? {
        guard try directory.status(of: place.octets)?.kind == .directory else { return nil }
        return try directory.directory(place.octets)
    }

    /// Returns the open subdirectory, or `nil` if it does not exist.
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

    /// Returns all messages, sorted by name and thus by time of arrival. Names that begin with a dot are ignored.
    /// Entries that are not regular files are included; reading them fails.
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

    /// Returns the message, or its first `limit` bytes. If the file has been renamed, finds it and updates `entry`.
    public func contents(of entry: inout Entry, limit: Int? = nil) throws(FileError) -> [UInt8] {
        try following(&entry) { (entry) throws(FileError) in
            try opened(entry.place).contents(of: entry.name.octets, limit: limit)
        }
    }

    /// Passes the message to `body` in pieces of at most `size` bytes. If the file has been renamed, finds it and updates
    /// `entry`.
    public func forEachPiece(
        of entry: inout Entry, size: Int = Directory.pieceSize, _ body: ([UInt8]) -> Void
    ) throws(FileError) {
        try following(&entry) { (entry) throws(FileError) in
            try opened(entry.place).forEachPiece(of: entry.name.octets, size: size, body)
        }
    }

    /// Returns the beginning of the message: at least the header, or its first bytes if it is larger than `longestHeader`.
    public func header(of entry: inout Entry) throws(FileError) -> [UInt8] {
        var limit = Self.headerSize
        while true {
            let octets = try contents(of: &entry, limit: limit)
            if octets.count < limit || limit >= Self.longestHeader || octets.hasEndOfHeader { return octets }
            limit *= 4
        }
    }

    /// Most headers are smaller.
    private static let headerSize = 1 << 14
    /// The number of bytes of a header that are read. A message without an empty line would otherwise be read to its end.
    public static let longestHeader = 1 << 20

    /// Whether `header` does not contain the whole header of the message, because it is larger than `longestHeader`.
    public static func isCut(_ header: [UInt8]) -> Bool {
        header.count >= longestHeader && !header.hasEndOfHeader
    }

    /// Repeats the attempt under the current name of the message as long as its file is missing. Throws the error of
    /// the last attempt if the message is gone or was renamed each time.
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

    /// The number of attempts when other programs rename the file. On a busy machine, a program that renames constantly
    /// wins many times in a row.
    private static let attempts = 64
    /// How often a directory is read before a message counts as missing: readdir(3) may return neither the old nor the
    /// new name of a file that is being renamed.
    private static let looks = 3

    public func status(of entry: Entry) throws(FileError) -> FileStatus? {
        try subdirectory(entry.place)?.status(of: entry.name.octets)
    }

    /// Returns the message with this unique name, in either subdirectory and with any flags.
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

    /// Returns all unique names that satisfy the condition.
    func findAll(_ isWanted: ([UInt8]) -> Bool) throws(FileError) -> Set<[UInt8]> {
        var found: Set<[UInt8]> = []
        for _ in 0..<Self.looks {
            for directory in Place.allCases.compactMap({ subdirectory($0) }) {
                for name in try directory.unsortedNames() {
                    let base = MaildirFilename(name).base
                    if isWanted(base) { found.insert(base) }
                }
            }
        }
        return found
    }

    // MARK: - Changing

    /// Adds a message durably. `flags` are ignored in `new`.
    public func add(
        _ message: [UInt8], flags: MaildirFlags, to place: Place = .cur, base: [UInt8] = UniqueName.next()
    ) throws(FileError) -> Entry {
        let maildir = try complete()
        let name = place == .new ? MaildirFilename(base) : MaildirFilename(base: base, flags: flags)
        let temporary = try directory.directory(Self.temporaryName)
        try maildir.opened(place).write(message, as: name.octets, .new, through: temporary, named: base)
        return Entry(place: place, name: name)
    }

    /// Adds a message to a batch. It is durable when the batch is committed.
    public func add(
        _ message: [UInt8], _ entry: Entry, to batch: DurableBatch
    ) throws(FileError) {
        let maildir = try complete()
        let temporary = try directory.directory(Self.temporaryName)
        try batch.add(
            message, as: entry.name.octets, in: maildir.opened(entry.place), through: temporary,
            named: UniqueName.next())
    }

    /// Changes the flags of a message by renaming it, and moves it to `cur`. Returns `nil` if the message is gone.
    ///
    /// If another program renames the file meanwhile, `change` is called again with its current flags. If the new name
    /// is taken or too long, the message gets another unique name. Without `lasting`, the change is durable once
    /// `synchronize` has returned.
    public func setFlags(
        of entry: Entry, lasting: Bool = true, _ change: (MaildirFlags) -> MaildirFlags
    ) throws(FileError) -> Entry? {
        // Unlike `complete`, this does not look for `tmp`: a rename needs none.
        let maildir = new != nil && cur != nil ? self : try complete()
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

    /// Copies a message to another mailbox, as a hard link if the file system supports it. By default, the copy has the flags
    /// of the message, but is not marked as one to be deleted. Returns `nil` if the message is gone or is not a regular
    /// file.
    public func copy(
        _ entry: Entry, to other: Maildir, flags: MaildirFlags? = nil
    ) throws(FileError) -> Entry? {
        let target = try other.complete().opened(.cur)
        let base = UniqueName.next()
        var entry = entry
        do throws(FileError) {
            return try following(&entry) { (entry) throws(FileError) in
                let source = try opened(entry.place)
                // Linking a symbolic link or a pipe would add it to the other mailbox.
                if let kind = try source.status(of: entry.name.octets)?.kind, kind != .file { return nil }
                let flags = flags ?? entry.name.flags.subtracting(.deleted)
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

    /// Links or copies a message of another program, keeping its flags and place. The change is durable once
    /// `synchronize` has returned for `other`.
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

    /// Makes all name changes in the Maildir, or in some of its subdirectories, durable.
    public func synchronize(_ places: [Place] = Place.allCases) throws(FileError) {
        try Directory.synchronize(places.compactMap { subdirectory($0) })
    }

    /// Removes a message whatever its current flags are, and returns its last name, or `nil` if it was gone already.
    /// Without `lasting`, the removal is durable once `synchronize` has returned.
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
    /// Removes one of two files that contain the same message and have the same name except for the flags. Returns
    /// `false`, removing nothing, if there is only one left.
    ///
    /// Another program may rename the other file to this name at any time. The file is therefore moved to a private
    /// name before checking that the other one exists.
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
    /// Whether there is an empty line, with LF or CRLF line endings.
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
