internal import Database

/// The statements of a ledger, each prepared once.
struct LedgerStatements {
    let mailbox: Mailbox
    let message: Message
    let object: Object
    let journal: Journal
    let append: Append

    init(_ database: Database) throws(DatabaseError) {
        mailbox = try Mailbox(database)
        message = try Message(database)
        object = try Object(database)
        journal = try Journal(database)
        append = try Append(database)
    }

    /// Statements on the mailboxes and the numbers that both sides agreed on.
    struct Mailbox {
        let all: Statement
        let count: Statement
        let add: Statement
        let rename: Statement
        let remove: Statement
        let setLook: Statement
        let setCompared: Statement
        let setStatus: Statement
        let pending: Statement
        let setPending: Statement

        init(_ database: Database) throws(DatabaseError) {
            all = try database.prepare(
                """
                SELECT id, name, uidvalidity, uidnext, messages, unseen, modseq, pending, renumberings, look, compared
                FROM mailbox
                """)
            count = try database.prepare("SELECT known FROM mailbox WHERE id = ?")
            add = try database.prepare("INSERT INTO mailbox(name, uidvalidity) VALUES(?, ?)")
            rename = try database.prepare("UPDATE mailbox SET name = ? WHERE id = ?")
            remove = try database.prepare("DELETE FROM mailbox WHERE id = ?")
            setLook = try database.prepare("UPDATE mailbox SET look = ? WHERE id = ?")
            setCompared = try database.prepare("UPDATE mailbox SET compared = ? WHERE id = ?")
            setStatus = try database.prepare(
                """
                UPDATE mailbox SET uidvalidity = ?, uidnext = ?, messages = ?, unseen = ?, modseq = ?, renumberings = ?
                WHERE id = ?
                """)
            pending = try database.prepare("SELECT pending FROM mailbox WHERE id = ?")
            setPending = try database.prepare("UPDATE mailbox SET pending = ? WHERE id = ?")
        }
    }

    /// Statements on the messages that both sides have.
    struct Message {
        let all: Statement
        let range: Statement
        let flags: Statement
        let uids: Statement
        let put: Statement
        let setFlags: Statement
        let removeRange: Statement
        let removeAll: Statement

        init(_ database: Database) throws(DatabaseError) {
            all = try database.prepare(
                "SELECT uid, flags, keywords, content FROM message WHERE mailbox = ? ORDER BY uid")
            range = try database.prepare(
                "SELECT uid, flags, keywords, content FROM message WHERE mailbox = ? AND uid BETWEEN ? AND ? ORDER BY uid"
            )
            flags = try database.prepare("SELECT flags, keywords FROM message WHERE mailbox = ? AND uid = ?")
            uids = try database.prepare(
                "SELECT uid FROM message WHERE mailbox = ? AND uid BETWEEN ? AND ? ORDER BY uid")
            put = try database.prepare(
                """
                INSERT INTO message(mailbox, uid, flags, keywords, content) VALUES(?, ?, ?, ?, ?)
                ON CONFLICT(mailbox, uid) DO UPDATE
                SET flags = excluded.flags, keywords = excluded.keywords, content = excluded.content
                """)
            setFlags = try database.prepare("UPDATE message SET flags = ?, keywords = ? WHERE mailbox = ? AND uid = ?")
            removeRange = try database.prepare("DELETE FROM message WHERE mailbox = ? AND uid BETWEEN ? AND ?")
            removeAll = try database.prepare("DELETE FROM message WHERE mailbox = ?")
        }
    }

    /// Statements on the server's object IDs.
    struct Object {
        let any: Statement
        let same: Statement
        let put: Statement
        let removeRange: Statement
        let removeAll: Statement

        init(_ database: Database) throws(DatabaseError) {
            any = try database.prepare("SELECT 1 FROM object LIMIT 1")
            same = try database.prepare(
                """
                SELECT mailbox.name, message.uid, message.content FROM object
                JOIN message ON message.mailbox = object.mailbox AND message.uid = object.uid
                JOIN mailbox ON mailbox.id = object.mailbox
                WHERE object.id = ? ORDER BY object.mailbox, object.uid
                """)
            put = try database.prepare("INSERT OR REPLACE INTO object(mailbox, uid, id) VALUES(?, ?, ?)")
            removeRange = try database.prepare("DELETE FROM object WHERE mailbox = ? AND uid BETWEEN ? AND ?")
            removeAll = try database.prepare("DELETE FROM object WHERE mailbox = ?")
        }
    }

    /// Statements on operations that were begun, and on refused ones.
    struct Journal {
        let open: Statement
        let begin: Statement
        let step: Statement
        let end: Statement
        let refusals: Statement
        let refuse: Statement
        let accept: Statement

        init(_ database: Database) throws(DatabaseError) {
            open = try database.prepare(
                "SELECT id, kind, source, target, uidvalidity, uids, step, begun, fence FROM journal ORDER BY id")
            begin = try database.prepare(
                "INSERT INTO journal(kind, source, target, uidvalidity, uids, begun, fence) VALUES(?, ?, ?, ?, ?, ?, ?)"
            )
            step = try database.prepare("UPDATE journal SET step = ? WHERE id = ?")
            end = try database.prepare("DELETE FROM journal WHERE id = ?")
            refusals = try database.prepare("SELECT kind, mailbox, subject, count FROM refusal")
            refuse = try database.prepare(
                """
                INSERT INTO refusal(kind, mailbox, subject, count) VALUES(?, ?, ?, 1)
                ON CONFLICT(kind, mailbox, subject) DO UPDATE SET count = count + 1
                """)
            accept = try database.prepare("DELETE FROM refusal WHERE kind = ? AND mailbox = ? AND subject = ?")
        }
    }

    /// Statements on idempotent appends and on drafts that are missing on the server.
    struct Append {
        let open: Statement
        let begin: Statement
        let step: Statement
        let end: Statement
        let missingDrafts: Statement
        let addMissingDraft: Statement
        let removeMissingDraft: Statement

        init(_ database: Database) throws(DatabaseError) {
            open = try database.prepare(
                """
                SELECT id, mailbox, uidvalidity, fence, messageid, content, size, draft, revision, base, step, uid, begun
                FROM append ORDER BY id
                """)
            begin = try database.prepare(
                """
                INSERT INTO append(mailbox, uidvalidity, fence, messageid, content, size, draft, revision, base, begun)
                VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
            step = try database.prepare("UPDATE append SET step = ?, uid = ? WHERE id = ?")
            end = try database.prepare("DELETE FROM append WHERE id = ?")
            missingDrafts = try database.prepare("SELECT uidvalidity, uid FROM missing")
            addMissingDraft = try database.prepare("INSERT OR IGNORE INTO missing(uidvalidity, uid) VALUES(?, ?)")
            removeMissingDraft = try database.prepare("DELETE FROM missing WHERE uidvalidity = ? AND uid = ?")
        }
    }
}
