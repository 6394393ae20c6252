public import Database
internal import MailTypes

/// A change of a mailbox's counts.
struct CountShift {
    private(set) var total = 0
    private(set) var unread = 0
    private(set) var sum: Int64 = 0

    mutating func count(_ file: StoredFile, _ sign: Int) {
        total += sign
        unread += file.file.flags.contains(.seen) ? 0 : sign
        sum += Int64(sign) * (file.sum & 0xFFFF_FFFF)
    }
}

/// Changes of a few files in a large mailbox, without reading the others.
extension IndexWriter {
    /// Returns the files of a mailbox that have one of these names.
    public func files(in mailbox: StoredMailbox, named names: [[UInt8]]) throws(IndexDatabaseError) -> [StoredFile] {
        guard !names.isEmpty else { return [] }
        try database.run("CREATE TEMP TABLE IF NOT EXISTS wanted(name BLOB PRIMARY KEY) WITHOUT ROWID")
        try database.run("DELETE FROM wanted")
        let add = try database.prepare("INSERT OR IGNORE INTO wanted(name) VALUES(?1)")
        for name in names { try add.run([.octets(name)]) }
        // `+` prevents the use of the mailbox index: most rows usually belong to one mailbox, so a table scan is
        // faster.
        let some = try database.prepare(
            """
            SELECT id, mailbox, place, name, flags, content, ordinal, public, date, sum FROM file
            WHERE +mailbox = ?1 AND name IN (SELECT name FROM wanted)
            """)
        var found: [StoredFile] = []
        try some.visit([.integer(mailbox.row)]) { row throws(IndexDatabaseError) in
            found.append(try StoredFile(row, database))
        }
        return found
    }

    /// Completes the changes of a mailbox like `close`, but adjusts the counts by the changes made instead of
    /// recounting.
    public func closeAdjustingCounts(_ mailbox: StoredMailbox, signature: [UInt8]) throws(IndexDatabaseError) {
        let shift = shifts.removeValue(forKey: mailbox.row) ?? CountShift()
        try statements.shiftMailbox.run([
            .integer(mailbox.row), .octets(signature), .number(shift.total), .number(shift.unread),
            .integer(shift.sum),
        ])
    }
}
