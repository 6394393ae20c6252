public import Disk
public import MailTypes

/// The mail of an account as other programs see it: a tree of directories, each of which may be a Maildir.
public struct MailTree: Sendable {
    public let root: Directory
    /// Present if mbsync syncs the same tree, and petrel can sync it too.
    public let sharing: MailTreeSharing?
    /// Why the tree cannot be synced beside mbsync; empty if it can. Each is a sentence that says what to change. Mail
    /// can be read and written all the same.
    public let dangers: [String]
    /// What the account remembers about mbsync. Another process may write it while the tree is open.
    let memory: MbsyncLayoutFile?
    /// Where the outbox is as soon as mbsync is remembered.
    let outboxPlace: OutboxPlace?
    /// The layout until mbsync is remembered.
    private let firstLayout: MailTreeLayout

    /// Creates a tree that is no account's.
    public init(_ root: Directory, as layout: MailTreeLayout = .own) {
        self.root = root
        (sharing, memory, outboxPlace) = (nil, nil, nil)
        dangers = []
        firstLayout = layout
    }

    /// Creates the tree of an account. `state`: the account's directory for data that only petrel reads. `outbox`: the
    /// outbox as soon as mbsync is remembered. `use`: how mbsync uses the tree, if it does.
    public init(
        _ root: Directory, usedAs use: MbsyncConfiguration.Use?, outbox: OutboxPlace, state: Directory
    ) {
        self.root = root
        let memory = MbsyncLayoutFile(state)
        self.memory = memory
        outboxPlace = outbox
        dangers = use?.dangers ?? []
        // What was laid out once keeps its layout, whatever the configuration says now.
        let wanted = dangers.isEmpty ? use : memory.use
        sharing = wanted.map { MailTreeSharing($0, memory) }
        let isUnshared = sharing == nil && use != nil
        let found = isUnshared ? try? Self.style(of: root) : nil
        let isForeign = found == .maildirPlusPlus || found == .legacy
        let inboxName = use?.inboxName.flatMap { $0.isEmpty ? nil : $0 }
        firstLayout =
            if let found, isForeign, found == use?.style { MailTreeLayout(found, inboxName: inboxName) } else { .own }
    }

    public var layout: MailTreeLayout { sharing?.layout ?? memory?.layout ?? firstLayout }

    /// Whether the outbox is outside the tree, because mbsync would make a mailbox of it.
    var hasOutboxOutside: Bool { sharing != nil || memory?.exists ?? false }

    /// A mailbox and the names of the nested directories that lead to it.
    public struct Mailbox: Hashable, Sendable {
        public let name: MailboxName
        public let directories: [[UInt8]]
    }

    /// Directories below this depth are ignored: they are an accident or an attack.
    static let maximumDepth = 64

    /// Returns all mailboxes, INBOX first. Symbolic links and directories whose name begins with a dot are skipped.
    public func mailboxes() throws(FileError) -> [Mailbox] {
        if layout.style != .petrel { return try sharedMailboxes() }
        var found: [Mailbox] = []
        try collect(from: root, directories: [], components: [], into: &found)
        return found.sorted { $0.name < $1.name }
    }

    /// `open` holds the directories of an incomplete component.
    private func collect(
        from directory: Directory, directories: [[UInt8]], components: [[UInt8]], open: [[UInt8]] = [],
        into found: inout [Mailbox]
    ) throws(FileError) {
        guard directories.count < Self.maximumDepth else { return }
        for name in try directory.names() where !Self.isOurs(name, isTopLevel: directories.isEmpty) {
            guard try directory.status(of: name)?.kind == .directory else { continue }
            let path = directories + [name]
            let inner: Directory
            do throws(FileError) {
                inner = try directory.directory(name)
            } catch  where error.isMissing || error.isNoDirectory {
                // Another program has just removed it.
                continue
            } catch  where error.isDenied {
                // Opening the mailbox will report the error.
                if let mailbox = MailboxName(components + [name]) {
                    found.append(Mailbox(name: mailbox, directories: path))
                }
                continue
            }
            if MailboxDirectoryName.continues(name) {
                try collect(
                    from: inner, directories: path, components: components, open: open + [name], into: &found)
                continue
            }
            let pieces = open + [name]
            let component = MailboxDirectoryName.decode(pieces, isTopLevel: components.isEmpty)
            let complete = components + [component ?? Array(pieces.joined())]
            if let mailbox = MailboxName(complete), try isMaildir(inner) {
                found.append(Mailbox(name: mailbox, directories: path))
            }
            try collect(from: inner, directories: path, components: complete, into: &found)
        }
    }

    /// Returns `true` for a directory that cannot be read, so that its mail does not count as deleted.
    func isMaildir(_ directory: Directory) throws(FileError) -> Bool {
        do throws(FileError) {
            for place in Maildir.Place.allCases
            where try directory.status(of: place.octets)?.kind == .directory { return true }
            return false
        } catch  where error.isDenied {
            return true
        } catch  where error.isMissing || error.isNoDirectory {
            return false
        }
    }

    private static func isOurs(_ name: [UInt8], isTopLevel: Bool) -> Bool {
        name.first == 0x2E || subdirectories.contains(name) || isTopLevel && name == outboxName
    }

    static let subdirectories = ["cur", "new", "tmp"].map { Array($0.utf8) }

    /// Returns `nil` if the mailbox does not exist, or something that is not a directory has its name.
    public func maildir(_ name: MailboxName) throws(FileError) -> Maildir? {
        guard let pieces = directories(of: name) else { return nil }
        var directory = root
        do throws(FileError) {
            for piece in pieces { directory = try directory.directory(piece) }
            if let maildir = try Maildir(directory) { return maildir }
        } catch  where error.isMissing || error.isNoDirectory {
            // A file or a symbolic link is skipped, as in the list of mailboxes.
        }
        // Another program may have encoded the name differently.
        if layout.style == .petrel { return try differentlyEncodedMaildir(name.components[...], in: root) }
        guard let mailbox = try mailboxes().first(where: { $0.name == name }) else { return nil }
        return try maildir(mailbox)
    }

    /// Finds a mailbox by the decoded names of its directories. Opens only those that may lead to it: an account has
    /// hundreds of others. `components`: what remains of its name. `open`: the directories of an incomplete component.
    private func differentlyEncodedMaildir(
        _ components: ArraySlice<[UInt8]>, in directory: Directory, depth: Int = 0, open: [[UInt8]] = []
    ) throws(FileError) -> Maildir? {
        guard let wanted = components.first, depth < Self.maximumDepth else { return nil }
        let isTopLevel = components.startIndex == 0
        for name in try directory.names() where !Self.isOurs(name, isTopLevel: depth == 0) {
            let isIncomplete = MailboxDirectoryName.continues(name)
            let pieces = open + [name]
            if !isIncomplete {
                var component = MailboxDirectoryName.decode(pieces, isTopLevel: isTopLevel) ?? Array(pieces.joined())
                // The directory of INBOX may be named in another case.
                if isTopLevel, components.count == 1, let name = MailboxName([component]) {
                    component = name.components[0]
                }
                guard component == wanted else { continue }
            }
            guard try directory.status(of: name)?.kind == .directory else { continue }
            do throws(FileError) {
                let inner = try directory.directory(name)
                let rest = isIncomplete ? components : components.dropFirst()
                let found =
                    rest.isEmpty
                    ? try Maildir(inner)
                    : try differentlyEncodedMaildir(rest, in: inner, depth: depth + 1, open: isIncomplete ? pieces : [])
                if let found { return found }
            } catch  where error.isMissing || error.isNoDirectory {
                // Another program has just removed it.
                continue
            }
        }
        return nil
    }

    public func maildir(_ mailbox: Mailbox) throws(FileError) -> Maildir? {
        try Maildir(directory(of: mailbox))
    }

    package func directory(of mailbox: Mailbox) throws(FileError) -> Directory {
        var directory = root
        for piece in mailbox.directories { directory = try directory.directory(piece) }
        return directory
    }

    /// Returns the mailbox, creating it if it does not exist.
    public func makingMaildir(_ name: MailboxName) throws(FileError) -> Maildir {
        if let existing = try maildir(name) { return try Maildir(completing: existing.directory) }
        return try makeMaildir(name)
    }

    /// Creates a mailbox that is not in a list of all mailboxes. Its directory is not searched under other names, which
    /// would read the names of all others.
    @discardableResult
    public func makeMaildir(_ name: MailboxName) throws(FileError) -> Maildir {
        guard let pieces = directories(of: name) else {
            throw FileError(.create, "\(root.path)/\(name)", code: SystemError.invalidName.code)
        }
        var directory = root
        for piece in pieces { directory = try directory.makingDirectory(piece) }
        return try Maildir(completing: directory)
    }

    /// Returns the nested directories of a mailbox; `nil` if the layout cannot store its name.
    func directories(of name: MailboxName) -> [[UInt8]]? {
        layout.directories(of: name)
    }
}
