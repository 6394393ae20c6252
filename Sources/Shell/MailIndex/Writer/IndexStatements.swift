internal import Database

/// The prepared statements that change an index.
struct IndexStatements {
    let mailboxes: Statement
    let addMailbox: Statement
    let removeMailbox: Statement
    let countMailbox: Statement
    let shiftMailbox: Statement
    let filesOfMailbox: Statement
    let addFile: Statement
    let renameFile: Statement
    let removeFile: Statement
    let ordinals: Statement
    let isTaken: Statement
    let contentOfHash: Statement
    let addContent: Statement
    let addWords: Statement
    let addNamed: Statement

    init(_ database: Database) throws(IndexDatabaseError) {
        mailboxes = try database.prepare("SELECT id, name, signature, total FROM mailbox")
        addMailbox = try database.prepare("INSERT INTO mailbox(name) VALUES(?1)")
        removeMailbox = try database.prepare("DELETE FROM mailbox WHERE id = ?1")
        countMailbox = try database.prepare(
            """
            UPDATE mailbox SET signature = ?2, (total, unread, sum) =
                (SELECT count(*), ifnull(sum(flags & ?3 = 0), 0), ifnull(sum(sum & 0xFFFFFFFF), 0)
                FROM file WHERE mailbox = ?1)
            WHERE id = ?1
            """)
        shiftMailbox = try database.prepare(
            "UPDATE mailbox SET signature = ?2, total = total + ?3, unread = unread + ?4, sum = sum + ?5 WHERE id = ?1")
        filesOfMailbox = try database.prepare(
            """
            SELECT id, mailbox, place, name, flags, content, ordinal, public, date, sum FROM file
            WHERE mailbox = ?1
            """)
        addFile = try database.prepare(
            """
            INSERT INTO file(mailbox, place, name, flags, content, ordinal, public, date, sum)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """)
        renameFile = try database.prepare(
            "UPDATE file SET place = ?2, name = ?3, flags = ?4, sum = ?5 WHERE id = ?1")
        removeFile = try database.prepare("DELETE FROM file WHERE id = ?1")
        ordinals = try database.prepare("SELECT ordinal FROM file WHERE content = ?1 AND mailbox = ?2 ORDER BY ordinal")
        isTaken = try database.prepare("SELECT 1 FROM file WHERE public = ?1")
        contentOfHash = try database.prepare("SELECT id, date FROM content WHERE hash = ?1")
        addContent = try database.prepare(
            """
            INSERT INTO content(hash, date, size, attachments, subject, ids, component, loose, thread, summary)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, 0, 0, 0, ?7)
            """)
        addWords = try database.prepare(
            """
            INSERT INTO words(rowid, subject, sender, recipient, copied, blind, body, attachment, list)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """)
        addNamed = try database.prepare("INSERT OR IGNORE INTO named(id, content) VALUES(?1, ?2)")
    }
}
