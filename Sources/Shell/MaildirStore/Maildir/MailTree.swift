public import Disk
public import MailTypes

/// The mail of an account as other programs see it: a tree of directories, each of which may be a Maildir.
public struct MailTree: Sendable {
    public let root: Directory

    public init(_ root: Directory) {
        self.root = root
    }

    /// A mailbox and the names of the nested directories that lead to it.
    public struct Mailbox: Hashable, Sendable {
        public let name: MailboxName
        public let directories: [[UInt8]]
    }

    func existingOutbox() throws(FileError) -> Maildir? {
        try hasOutbox() ? Maildir(root.directory(Self.outboxName)) : nil
    }

    /// Returns the number of messages in the outbox.
    public func queuedCount() throws(FileError) -> Int {
        try existingOutbox()?.entries().count ?? 0
    }

    func hasOutbox() throws(FileError) -> Bool {
        try root.status(of: Self.outboxName)?.kind == .directory
    }

    /// Directories below this depth are ignored: they are an accident or an attack.
    private static let maximumDepth = 64

    /// Returns all mailboxes, INBOX first. Symbolic links and directories whose name begins with a dot are skipped.
    public func mailboxes() throws(FileError) -> [Mailbox] {
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
            if MailboxFilename.continues(name) {
                try collect(
                    from: inner, directories: path, components: components, open: open + [name], into: &found)
                continue
            }
            let pieces = open + [name]
            let component = MailboxFilename.decode(pieces, isTopLevel: components.isEmpty)
            let complete = components + [component ?? Array(pieces.joined())]
            if let mailbox = MailboxName(complete), try isMaildir(inner) {
                found.append(Mailbox(name: mailbox, directories: path))
            }
            try collect(from: inner, directories: path, components: complete, into: &found)
        }
    }

    /// Returns `true` for a directory that cannot be read, so that its mail does not count as deleted.
    private func isMaildir(_ directory: Directory) throws(FileError) -> Bool {
        do throws(FileError) {
            return try Maildir(directory) != nil
        } catch  where error.isDenied {
            return true
        } catch  where error.isMissing || error.isNoDirectory {
            return false
        }
    }

    private static func isOurs(_ name: [UInt8], isTopLevel: Bool) -> Bool {
        name.first == 0x2E || subdirectories.contains(name) || isTopLevel && name == outboxName
    }

    private static let subdirectories = ["cur", "new", "tmp"].map { Array($0.utf8) }
    private static let outboxName = Array("Outbox".utf8)

    /// Returns the outbox, creating it if it does not exist. It is a Maildir that other programs can read, but not a
    /// mailbox. A server mailbox named "Outbox" is stored in a different directory.
    public func outbox() throws(FileError) -> Maildir {
        try Maildir(completing: root.makingDirectory(Self.outboxName))
    }

    /// Returns `nil` if the mailbox does not exist.
    public func maildir(_ name: MailboxName) throws(FileError) -> Maildir? {
        var directory = root
        do throws(FileError) {
            for piece in Self.directories(of: name) { directory = try directory.directory(piece) }
        } catch  where error.isMissing {
            // Another program may have encoded the name differently.
            guard let mailbox = try mailboxes().first(where: { $0.name == name }) else { return nil }
            return try maildir(mailbox)
        }
        return try Maildir(directory)
    }

    public func maildir(_ mailbox: Mailbox) throws(FileError) -> Maildir? {
        var directory = root
        for piece in mailbox.directories { directory = try directory.directory(piece) }
        return try Maildir(directory)
    }

    /// Returns the mailbox, creating it if it does not exist.
    public func makingMaildir(_ name: MailboxName) throws(FileError) -> Maildir {
        if let existing = try maildir(name) { return try Maildir(completing: existing.directory) }
        var directory = root
        for piece in Self.directories(of: name) { directory = try directory.makingDirectory(piece) }
        return try Maildir(completing: directory)
    }

    static func directories(of name: MailboxName) -> [[UInt8]] {
        name.components.enumerated().flatMap { index, component in
            MailboxFilename.encode(component, isTopLevel: index == 0)
        }
    }
}
