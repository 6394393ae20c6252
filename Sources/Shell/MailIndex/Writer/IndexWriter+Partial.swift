public import Database
internal import MailTypes

/// What changes in the counts of a mailbox.
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

/// Changes of a few files among many, for which the others need not be read.
extension IndexWriter {
    /// The files of a mailbox that have one of these names.
    public func files(in mailbox: StoredMailbox, named names: [[UInt8]]) throws(IndexError) -> [StoredFile] {
        guard !names.isEmpty else { return [] }
        try database.run("CREATE TEMP TABLE IF NOT EXISTS wanted(name BLOB PRIMARY KEY) WITHOUT ROWID")
        try database.run("DELETE FROM wanted")
        let add = try database.prepare("INSERT OR IGNORE INTO wanted(name) VALUES(?1)")
        for name in names { try add.run([.octets(name)]) }
        // The plus keeps SQLite from the index of mailboxes: most of the table is one mailbox's, and read faster in order.
        let some = try database.prepare(
            """
            SELECT id, mailbox, place, name, flags, content, ordinal, public, date, sum FROM file
            WHERE +mailbox = ?1 AND name IN (SELECT name FROM wanted)
            """)
        var found: [StoredFile] = []
        try some.visit([.integer(mailbox.row)]) { row throws(IndexError) in
            found.append(try StoredFile(row, database))
        }
        return found
    }

    /// Ends the changes of a mailbox as `close` does, with counts that are changed by what was done here.
    public func closeShifted(_ mailbox: StoredMailbox, signature: [UInt8]) throws(IndexError) {
        let shift = shifts.removeValue(forKey: mailbox.row) ?? CountShift()
        try statements.shiftMailbox.run([
            .integer(mailbox.row), .octets(signature), .number(shift.total), .number(shift.unread),
            .integer(shift.sum),
        ])
    }
}
