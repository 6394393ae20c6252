/// How the ledger is laid out in SQLite.
enum LedgerSchema {
    /// Another number, another layout.
    static let version = 4

    /// What is committed lasts: the anchors say what need not be done again.
    static let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF"

    /// Names of mailboxes are their components with octets 0 between them.
    static let tables = """
        BEGIN IMMEDIATE;
        CREATE TABLE mailbox(
            id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, uidvalidity INTEGER NOT NULL, uidnext INTEGER,
            messages INTEGER NOT NULL DEFAULT 0, unseen INTEGER, modseq INTEGER, pending BLOB NOT NULL DEFAULT x'',
            renumberings INTEGER NOT NULL DEFAULT 0, mailboxid BLOB, look BLOB NOT NULL DEFAULT x'',
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
        PRAGMA user_version = \(version);
        COMMIT;
        """

    /// What a ledger of an older layout lacks.
    static func additions(to version: Int) -> String {
        let additions = [appends, objects, "\(column) \(counting)"].dropFirst(version - 1)
        return "BEGIN IMMEDIATE; \(additions.joined()) PRAGMA user_version = \(self.version); COMMIT;"
    }

    private static let column = """
        ALTER TABLE mailbox ADD COLUMN known INTEGER NOT NULL DEFAULT 0;
        UPDATE mailbox SET known = (SELECT count(*) FROM message WHERE message.mailbox = mailbox.id);
        """

    /// How many messages of a mailbox are known is asked by each sync that finds something, and counting them would
    /// take longer than all that it does. A row that takes the place of another one is put there by `DO UPDATE`: it
    /// neither comes nor goes.
    private static let counting = """
        CREATE TRIGGER came AFTER INSERT ON message BEGIN
            UPDATE mailbox SET known = known + 1 WHERE id = NEW.mailbox;
        END;
        CREATE TRIGGER went AFTER DELETE ON message BEGIN
            UPDATE mailbox SET known = known - 1 WHERE id = OLD.mailbox;
        END;
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
