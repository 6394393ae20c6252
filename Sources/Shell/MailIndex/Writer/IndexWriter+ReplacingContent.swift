public import Database

extension IndexWriter {
    /// Gives a file the content that another program wrote into it. Returns `false` if it has this content already.
    ///
    /// The file keeps its ID, so that an ID that a list has shown stays valid. A rebuilt index gives it another one.
    public func replaceContent(
        of stored: StoredFile, by parsed: ParsedContent, in mailbox: StoredMailbox
    ) throws(IndexDatabaseError) -> Bool {
        let content = try add(parsed)
        guard content.row != stored.content else { return false }
        let changed = StoredFile(
            row: stored.row, mailbox: stored.mailbox, file: stored.file, content: content.row,
            ordinal: try freeOrdinal(content, mailbox), id: stored.id, date: content.date)
        let update = try database.prepare(
            "UPDATE file SET content = ?2, ordinal = ?3, date = ?4, sum = ?5 WHERE id = ?1")
        try update.run([
            .integer(stored.row), .integer(changed.content), .number(changed.ordinal), .integer(changed.date),
            .integer(changed.sum),
        ])
        touched.mayBeGone.insert(stored.content)
        shifts[stored.mailbox, default: CountShift()].count(stored, -1)
        shifts[stored.mailbox, default: CountShift()].count(changed, 1)
        return true
    }
}
