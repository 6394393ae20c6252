public import Disk

/// How the files of an index looked when it was last closed: as long as they look the same, nobody has written to them
/// since, and their rows need not be compared with their checksums again.
extension IndexLocation {
    private var sealName: [UInt8] { name + Array(".seal".utf8) }

    /// What a seal says of the index that counts.
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
            // SQLite gives its log to the owner of the database whenever root opens it, which is a change. What stands in
            // a log has checksums.
            if companion.isEmpty { writer.number(UInt64(bitPattern: status.changed)) }
        }
        return writer.sealed()
    }

    /// Whether the index looks as it was left.
    public func isSealed() throws(FileError) -> Bool {
        guard let status = try directory.status(of: sealName), status.kind == .file else { return false }
        return try directory.contents(of: sealName, limit: 1 << 12) == look()
    }

    /// Remembers how the index looks. For whoever holds the lock, when all that was written is closed.
    public func seal() throws(FileError) {
        let look = try look()
        if let status = try directory.status(of: sealName), status.kind == .file,
            try directory.contents(of: sealName, limit: 1 << 12) == look
        {
            return
        }
        var write = try DurableWrite(in: directory, as: name + Array(".seal-".utf8) + UniqueName.next())
        try write.append(look.span)
        try write.commit(to: directory, as: sealName, .replacing)
    }
}
