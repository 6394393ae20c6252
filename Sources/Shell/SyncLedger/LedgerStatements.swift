internal import Database

/// The prepared statements of a ledger.
struct LedgerStatements {
    let mailboxes: Statement
    let count: Statement
    let messages: Statement
    let someMessages: Statement
    let flags: Statement
    let uids: Statement
    let addMailbox: Statement
    let renameMailbox: Statement
    let removeMailbox: Statement
    let setLook: Statement
    let setCompared: Statement
    let setStatus: Statement
    let pending: Statement
    let setPending: Statement
    let putMessage: Statement
    let setFlags: Statement
    let removeRange: Statement
    let removeMessages: Statement
    let objects: Statement
    let sameObjects: Statement
    let putObject: Statement
    let removeObjectRange: Statement
    let removeObjects: Statement
    let openEntries: Statement
    let beginEntry: Statement
    let stepEntry: Statement
    let endEntry: Statement
    let refusals: Statement
    let refuse: Statement
    let accept: Statement
    let openAppends: Statement
    let beginAppend: Statement
    let stepAppend: Statement
    let endAppend: Statement
    let missingDrafts: Statement
    let addMissingDraft: Statement
    let removeMissingDraft: Statement

    init(_ database: Database) throws(DatabaseError) {
        mailboxes = try database.prepare(
            """
            SELECT id, name, uidvalidity, uidnext, messages, unseen, modseq, pending, renumberings, mailboxid, look,
            compared
            FROM mailbox
            """)
        count = try database.prepare("SELECT known FROM mailbox WHERE id = ?")
        messages = try database.prepare(
            "SELECT uid, flags, keywords, content FROM message WHERE mailbox = ? ORDER BY uid")
        someMessages = try database.prepare(
            "SELECT uid, flags, keywords, content FROM message WHERE mailbox = ? AND uid BETWEEN ? AND ? ORDER BY uid")
        flags = try database.prepare("SELECT flags, keywords FROM message WHERE mailbox = ? AND uid = ?")
        uids = try database.prepare("SELECT uid FROM message WHERE mailbox = ? AND uid BETWEEN ? AND ? ORDER BY uid")
        addMailbox = try database.prepare("INSERT INTO mailbox(name, uidvalidity) VALUES(?, ?)")
        renameMailbox = try database.prepare("UPDATE mailbox SET name = ? WHERE id = ?")
        removeMailbox = try database.prepare("DELETE FROM mailbox WHERE id = ?")
        setLook = try database.prepare("UPDATE mailbox SET look = ? WHERE id = ?")
        setCompared = try database.prepare("UPDATE mailbox SET compared = ? WHERE id = ?")
        setStatus = try database.prepare(
            """
            UPDATE mailbox SET uidvalidity = ?, uidnext = ?, messages = ?, unseen = ?, modseq = ?, renumberings = ?,
            mailboxid = coalesce(?, mailboxid) WHERE id = ?
            """)
        pending = try database.prepare("SELECT pending FROM mailbox WHERE id = ?")
        setPending = try database.prepare("UPDATE mailbox SET pending = ? WHERE id = ?")
        putMessage = try database.prepare(
            """
            INSERT INTO message(mailbox, uid, flags, keywords, content) VALUES(?, ?, ?, ?, ?)
            ON CONFLICT(mailbox, uid) DO UPDATE
            SET flags = excluded.flags, keywords = excluded.keywords, content = excluded.content
            """)
        setFlags = try database.prepare("UPDATE message SET flags = ?, keywords = ? WHERE mailbox = ? AND uid = ?")
        removeRange = try database.prepare("DELETE FROM message WHERE mailbox = ? AND uid BETWEEN ? AND ?")
        removeMessages = try database.prepare("DELETE FROM message WHERE mailbox = ?")
        objects = try database.prepare("SELECT 1 FROM object LIMIT 1")
        sameObjects = try database.prepare(
            """
            SELECT mailbox.name, message.uid, message.content FROM object
            JOIN message ON message.mailbox = object.mailbox AND message.uid = object.uid
            JOIN mailbox ON mailbox.id = object.mailbox
            WHERE object.id = ? ORDER BY object.mailbox, object.uid
            """)
        putObject = try database.prepare("INSERT OR REPLACE INTO object(mailbox, uid, id) VALUES(?, ?, ?)")
        removeObjectRange = try database.prepare("DELETE FROM object WHERE mailbox = ? AND uid BETWEEN ? AND ?")
        removeObjects = try database.prepare("DELETE FROM object WHERE mailbox = ?")
        openEntries = try database.prepare(
            "SELECT id, kind, source, target, uidvalidity, uids, step, begun, fence FROM journal ORDER BY id")
        beginEntry = try database.prepare(
            "INSERT INTO journal(kind, source, target, uidvalidity, uids, begun, fence) VALUES(?, ?, ?, ?, ?, ?, ?)")
        stepEntry = try database.prepare("UPDATE journal SET step = ? WHERE id = ?")
        endEntry = try database.prepare("DELETE FROM journal WHERE id = ?")
        refusals = try database.prepare("SELECT kind, mailbox, subject, count FROM refusal")
        refuse = try database.prepare(
            """
            INSERT INTO refusal(kind, mailbox, subject, count) VALUES(?, ?, ?, 1)
            ON CONFLICT(kind, mailbox, subject) DO UPDATE SET count = count + 1
            """)
        accept = try database.prepare("DELETE FROM refusal WHERE kind = ? AND mailbox = ? AND subject = ?")
        openAppends = try database.prepare(
            """
            SELECT id, mailbox, uidvalidity, fence, messageid, content, size, draft, revision, base, step, uid, begun
            FROM append ORDER BY id
            """)
        beginAppend = try database.prepare(
            """
            INSERT INTO append(mailbox, uidvalidity, fence, messageid, content, size, draft, revision, base, begun)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        stepAppend = try database.prepare("UPDATE append SET step = ?, uid = ? WHERE id = ?")
        endAppend = try database.prepare("DELETE FROM append WHERE id = ?")
        missingDrafts = try database.prepare("SELECT uidvalidity, uid FROM missing")
        addMissingDraft = try database.prepare("INSERT OR IGNORE INTO missing(uidvalidity, uid) VALUES(?, ?)")
        removeMissingDraft = try database.prepare("DELETE FROM missing WHERE uidvalidity = ? AND uid = ?")
    }
}
