public import Database
public import MailTypes

extension MailIndex {
    /// Returns the files of a mailbox, each with the hash and size of the content that was indexed. The size differs from
    /// that of the file if attachments of the message are on the server.
    public func files(
        in mailbox: MailboxName
    ) throws(IndexDatabaseError) -> [(file: IndexedFile, hash: ContentHash, size: Int)] {
        guard let row = try storedMailboxes().first(where: { $0.name == mailbox })?.row else { return [] }
        let select = try database.prepare(
            """
            SELECT file.id, file.mailbox, file.place, file.name, file.flags, file.content, file.ordinal, file.public,
                file.date, file.sum, content.hash, content.size
            FROM file JOIN content ON content.id = file.content WHERE file.mailbox = ?1 ORDER BY file.id
            """)
        var found: [(file: IndexedFile, hash: ContentHash, size: Int)] = []
        try select.visit([.integer(row)]) { row throws(IndexDatabaseError) in
            guard let hash = ContentHash(octets: row.octets(10)) else { throw .damaged(path: database.path) }
            found.append((try StoredFile(row, database).file, hash, row.number(11)))
        }
        return found
    }
}
