public import Database
public import MailTypes

extension MailIndex {
    /// Tells this index from any other, also from the next one that is made of the same mail: numbers of contents mean
    /// something in one index only.
    public func identity() throws(IndexError) -> UInt64 {
        let random = try database.prepare("PRAGMA application_id").first { $0.integer(0) } ?? 0
        return UInt64(bitPattern: random) << 32 | UInt64(generation)
    }

    /// The number of the newest content; 0 where there is none.
    public func lastContent() throws(IndexError) -> Int64 {
        try database.prepare("SELECT max(id) FROM content").first { $0.integer(0) } ?? 0
    }

    /// Contents with higher numbers than `last`, in the order of their numbers. Left out are those that stand in none
    /// but `mailboxes`.
    public func contents(
        after last: Int64, limit: Int, outside mailboxes: Set<MailboxName>
    ) throws(IndexError) -> [(number: Int64, content: IndexedContent)] {
        let rows = try storedMailboxes().filter { mailboxes.contains($0.name) }.map { String($0.row) }
        let select = try database.prepare(
            """
            SELECT id, summary FROM content WHERE id > ?1 AND EXISTS (
                SELECT 1 FROM file WHERE file.content = content.id AND file.mailbox NOT IN (\(rows.joined(separator: ","))))
            ORDER BY id LIMIT ?2
            """)
        var found: [(number: Int64, content: IndexedContent)] = []
        try select.visit([.integer(last), .integer(Int64(limit))]) { row throws(IndexError) in
            guard let content = IndexedContent(record: row.octets(1)) else { throw .damaged(path: database.path) }
            found.append((row.integer(0), content))
        }
        return found
    }
}
