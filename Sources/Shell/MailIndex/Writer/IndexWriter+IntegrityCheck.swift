public import Database

extension IndexWriter {
    /// Verifies the tables from which mail is listed against their checksums, counts and indexes. Throws `damaged` if
    /// they do not agree.
    public func verify() throws(IndexDatabaseError) {
        for table in IndexSchema.checkedTables {
            let verdict = try database.prepare("PRAGMA integrity_check('\(table)')").first { $0.octets(0) }
            guard let verdict, verdict.elementsEqual("ok".utf8) else { throw .damaged(path: database.path) }
        }
        var found: [Int64: (total: Int, sum: Int64)] = [:]
        try database.prepare(
            "SELECT id, mailbox, place, name, flags, content, ordinal, public, date, sum FROM file"
        ).visit { row throws(IndexDatabaseError) in
            let file = try StoredFile(row, database)
            let former = found[file.mailbox] ?? (0, 0)
            found[file.mailbox] = (former.total + 1, former.sum + (file.sum & 0xFFFF_FFFF))
        }
        try database.prepare("SELECT id, total, sum FROM mailbox").visit { row throws(IndexDatabaseError) in
            let (total, sum) = found.removeValue(forKey: row.integer(0)) ?? (0, 0)
            guard row.number(1) == total, row.integer(2) == sum else { throw .damaged(path: database.path) }
        }
        guard found.isEmpty else { throw .damaged(path: database.path) }
        let unknown = try database.prepare(
            "SELECT 1 FROM file WHERE content NOT IN (SELECT id FROM content)"
        ).first { _ in true }
        if unknown != nil { throw .damaged(path: database.path) }
    }
}
