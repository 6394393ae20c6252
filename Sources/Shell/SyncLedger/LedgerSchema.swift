/// The SQLite schema of the ledger.
enum LedgerSchema {
    /// The version of the schema.
    static let version = 5

    /// Commits are durable: the baselines record what need not be done again.
    static let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF"

    /// Mailbox names are stored as their components, separated by NUL bytes.
    static let tables = """
        BEGIN IMMEDIATE;
        CREATE TABLE mailbox(
            id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, uidvalidity INTEGER NOT NULL, uidnext INTEGER,
            messages INTEGER NOT NULL DEFAULT 0, unseen INTEGER, modseq INTEGER, pending BLOB NOT NULL DEFAULT x'',
            renumberings INTEGER NOT NULL DEFAULT 0, look BLOB NOT NULL DEFAULT x'',
            compared INTEGER NOT NULL DEFAULT 0, known INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE message(
            mailbox INTEGER NOT NULL, uid INTEGER NOT NULL, flags INTEGER NOT NULL, keywords BLOB,
            content BLOB NOT NULL, PRIMARY KEY(mailbox, uid)) WITHOUT ROWID;
        CREATE TABLE journal(
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT NULL, source BLOB, target BLOB, uidvalidity INTEGER,
            uids BLOB NOT NULL, fence INTEGER, step INTEGER NOT NULL DEFAULT 0, begun INTEGER NOT NULL);
        CREATE TABLE refusal(
            kind INTEGER NOT NULL, mailbox BLOB NOT NULL, subject BLOB NOT NULL, count INTEGER NOT NULL,
            PRIMARY KEY(kind, mailbox, subject)) WITHOUT ROWID;
        \(appends)
        \(objects)
        \(counting)
        \(recognition)
        PRAGMA user_version = \(version);
        COMMIT;
        """

    /// Returns the statements that upgrade a ledger from an older version.
    static func additions(to version: Int) -> String {
        let additions = [appends, objects, "\(column) \(counting)", recognition].dropFirst(version - 1)
        return "BEGIN IMMEDIATE; \(additions.joined()) PRAGMA user_version = \(self.version); COMMIT;"
    }

    private static let column = """
        ALTER TABLE mailbox ADD COLUMN known INTEGER NOT NULL DEFAULT 0;
        UPDATE mailbox SET known = (SELECT count(*) FROM message WHERE message.mailbox = mailbox.id);
        """

    /// Counts the known messages of each mailbox, which every sync that finds changes needs: counting rows would take
    /// longer than the rest of the sync. Rows are replaced with `DO UPDATE`, which fires neither trigger.
    private static let counting = """
        CREATE TRIGGER came AFTER INSERT ON message BEGIN
            UPDATE mailbox SET known = known + 1 WHERE id = NEW.mailbox;
        END;
        CREATE TRIGGER went AFTER DELETE ON message BEGIN
            UPDATE mailbox SET known = known - 1 WHERE id = OLD.mailbox;
        END;
        """

    /// What shows that a server, and a mailbox on it, is the one that the other tables are about. `server` has at most one
    /// row.
    private static let recognition = """
        CREATE TABLE server(name BLOB NOT NULL);
        CREATE TABLE witness(
            mailbox INTEGER PRIMARY KEY, uidvalidity INTEGER NOT NULL, uid INTEGER NOT NULL, arrived INTEGER NOT NULL);
        """

    private static let objects = """
        CREATE TABLE object(
            mailbox INTEGER NOT NULL, uid INTEGER NOT NULL, id BLOB NOT NULL, PRIMARY KEY(mailbox, uid)) WITHOUT ROWID;
        CREATE INDEX objectid ON object(id);
        """

    private static let appends = """
        CREATE TABLE append(
            id INTEGER PRIMARY KEY AUTOINCREMENT, mailbox BLOB NOT NULL, uidvalidity INTEGER, fence INTEGER NOT NULL,
            messageid BLOB NOT NULL, content BLOB NOT NULL, size INTEGER NOT NULL, draft BLOB,
            revision INTEGER NOT NULL, base INTEGER, step INTEGER NOT NULL DEFAULT 0, uid INTEGER,
            begun INTEGER NOT NULL);
        CREATE TABLE missing(
            uidvalidity INTEGER NOT NULL, uid INTEGER NOT NULL, PRIMARY KEY(uidvalidity, uid)) WITHOUT ROWID;
        """
}
