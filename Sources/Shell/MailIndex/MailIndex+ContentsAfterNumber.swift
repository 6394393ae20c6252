public import Database
public import MailTypes

extension MailIndex {
    /// Returns a number that distinguishes this index from any other, including a rebuilt one. Content numbers are
    /// valid only within one index.
    public func identity() throws(IndexDatabaseError) -> UInt64 {
        let random = try database.prepare("PRAGMA application_id").first { $0.integer(0) } ?? 0
        return UInt64(bitPattern: random) << 32 | UInt64(generation)
    }

    /// Returns the number of the newest content, or 0 if there is none.
    public func lastContent() throws(IndexDatabaseError) -> Int64 {
        try database.prepare("SELECT max(id) FROM content").first { $0.integer(0) } ?? 0
    }

    /// Returns the contents with numbers higher than `last`, in ascending order, without those that occur only in
    /// `mailboxes`.
    public func contents(
        after last: Int64, limit: Int, outside mailboxes: Set<MailboxName>
    ) throws(IndexDatabaseError) -> [(number: Int64, content: IndexedContent)] {
        let rows = try storedMailboxes().filter { mailboxes.contains($0.name) }.map { String($0.row) }
        let select = try database.prepare(
            """
            SELECT id, summary FROM content WHERE id > ?1 AND EXISTS (
                SELECT 1 FROM file WHERE file.content = content.id AND file.mailbox NOT IN (\(rows.joined(separator: ","))))
            ORDER BY id LIMIT ?2
            """)
        var found: [(number: Int64, content: IndexedContent)] = []
        try select.visit([.integer(last), .integer(Int64(limit))]) { row throws(IndexDatabaseError) in
            guard let content = IndexedContent(record: row.octets(1)) else { throw .damaged(path: database.path) }
            found.append((row.integer(0), content))
        }
        return found
    }
}
