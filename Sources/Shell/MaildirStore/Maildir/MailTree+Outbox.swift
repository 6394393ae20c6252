public import Disk

/// The outbox: a Maildir that other programs can read, but not a mailbox. A server mailbox named "Outbox" is stored in a
/// different directory. If mbsync syncs the tree, the outbox is outside it, because mbsync would make a mailbox of it.
///
/// Where it is, is decided for each operation: another process moves it while it holds the lock of the drafts.
extension MailTree {
    static let outboxName = Array("Outbox".utf8)

    /// Returns the outbox, creating it if it does not exist.
    public func outbox() throws(FileError) -> Maildir {
        if let outside { return try Maildir(completing: outside.making()) }
        return try Maildir(completing: root.makingDirectory(Self.outboxName))
    }

    func existingOutbox() throws(FileError) -> Maildir? {
        if let outside {
            return try outside.existing().flatMap { (found) throws(FileError) in try Maildir(found) }
        }
        return try hasOutbox() ? Maildir(root.directory(Self.outboxName)) : nil
    }

    func hasOutbox() throws(FileError) -> Bool {
        if let outside { return try outside.existing() != nil }
        return try root.status(of: Self.outboxName)?.kind == .directory
    }

    private var outside: OutboxPlace? { hasOutboxOutside ? outboxPlace : nil }

    /// Returns the number of messages in the outbox.
    public func queuedCount() throws(FileError) -> Int {
        try existingOutbox()?.entries().count ?? 0
    }
}
