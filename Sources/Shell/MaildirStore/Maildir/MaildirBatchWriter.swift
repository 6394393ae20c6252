public import Disk

/// Writes incoming messages to a mailbox as one batch.
public struct MaildirBatchWriter {
    private let temporary: Directory
    private let new: Directory
    private let cur: Directory
    private let batch = DurableBatch()

    public init(_ maildir: Maildir) throws(FileError) {
        let whole = try Maildir(completing: maildir.directory)
        temporary = try maildir.directory.directory(Maildir.temporaryName)
        new = try whole.opened(.new)
        cur = try whole.opened(.cur)
    }

    /// Adds a message. One that was fetched before replaces the existing file.
    public func add(_ message: [UInt8], _ entry: Maildir.Entry) throws(FileError) {
        try batch.add(
            message, as: entry.name.octets, in: entry.place == .new ? new : cur, .replacing, through: temporary,
            named: UniqueName.next())
    }

    /// Begins a message that is too large to keep in memory.
    public func begin() throws(FileError) -> DurableWrite {
        try DurableWrite(in: temporary, as: UniqueName.next())
    }

    public func add(_ message: consuming DurableWrite, _ entry: Maildir.Entry) {
        batch.add(message, as: entry.name.octets, in: entry.place == .new ? new : cur, .replacing)
    }

    /// Makes all added messages visible and durable.
    public func commit() throws(FileError) {
        try batch.commit()
    }
}
