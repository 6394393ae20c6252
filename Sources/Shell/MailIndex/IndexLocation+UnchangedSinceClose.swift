public import Disk

/// Records the status of the index files when the index was last closed. If it is unchanged, nothing has written to
/// them since, and the checksums of their rows need not be verified again.
extension IndexLocation {
    private var sealName: [UInt8] { name + Array(".seal".utf8) }

    /// Returns the record of the current index in its present state.
    private func look() throws(FileError) -> [UInt8] {
        let number = try current()
        var writer = RecordWriter()
        writer.number(number)
        for companion in ["", "-wal"] {
            let file = path(number).lastComponent + Array(companion.utf8)
            guard let status = try directory.status(of: file), status.size > 0 else {
                writer.number(0)
                continue
            }
            writer.number(status.size)
            writer.number(status.inode)
            writer.number(UInt64(bitPattern: status.modified))
            // SQLite changes the owner of the log to that of the database whenever root opens it, which updates the
            // change time. The log has its own checksums.
            if companion.isEmpty { writer.number(UInt64(bitPattern: status.changed)) }
        }
        return writer.sealed()
    }

    /// Returns whether the index is unchanged since its state was recorded.
    public func isUnchangedSinceClose() throws(FileError) -> Bool {
        guard let status = try directory.status(of: sealName), status.kind == .file else { return false }
        return try directory.contents(of: sealName, limit: 1 << 12) == look()
    }

    /// Records the present state of the index. The lock must be held, and all connections that wrote must be closed.
    public func recordClosedState() throws(FileError) {
        let look = try look()
        if let status = try directory.status(of: sealName), status.kind == .file,
            try directory.contents(of: sealName, limit: 1 << 12) == look
        {
            return
        }
        // A seal that a power cut damages does not match, and the checksums are verified.
        try directory.writeWithoutWaiting(
            look, as: sealName, through: directory, named: name + Array(".seal-".utf8) + UniqueName.next())
    }
}
