internal import Database
internal import MailTypes

/// The SQLite schema of the index.
///
/// A content is a message independent of its location; a file is an occurrence of it in a mailbox. The words of
/// contents are in a full-text table from which rows cannot be deleted: the words of deleted contents remain until the
/// index is rebuilt, and are excluded by a join. Content numbers are therefore never reused.
enum IndexSchema {
    /// The version of the schema. An index of another version is rebuilt, not migrated.
    static let version = 5

    static let tables = """
        CREATE TABLE mailbox(
            id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, signature BLOB,
            total INTEGER NOT NULL DEFAULT 0, unread INTEGER NOT NULL DEFAULT 0, sum INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE content(
            id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL, date INTEGER NOT NULL, size INTEGER NOT NULL,
            attachments INTEGER NOT NULL, subject INTEGER NOT NULL, ids BLOB NOT NULL,
            component INTEGER NOT NULL, loose INTEGER NOT NULL, thread INTEGER NOT NULL, summary BLOB NOT NULL);
        CREATE TABLE file(
            id INTEGER PRIMARY KEY, mailbox INTEGER NOT NULL, place INTEGER NOT NULL, name BLOB NOT NULL,
            flags INTEGER NOT NULL, content INTEGER NOT NULL, ordinal INTEGER NOT NULL, public INTEGER NOT NULL,
            date INTEGER NOT NULL, sum INTEGER NOT NULL);
        CREATE TABLE named(id INTEGER NOT NULL, content INTEGER NOT NULL, PRIMARY KEY(id, content)) WITHOUT ROWID;
        CREATE VIRTUAL TABLE words USING fts5(
            subject, sender, recipient, copied, blind, body, attachment, list,
            content='', tokenize='ascii', columnsize=0, detail=full);
        """

    /// The indexes needed while an index is being built.
    static let firstIndexes = """
        CREATE UNIQUE INDEX content_hash ON content(hash);
        CREATE UNIQUE INDEX file_public ON file(public);
        CREATE INDEX file_content ON file(content, mailbox, ordinal, date, public);
        """

    /// Created after a new index has been filled: sorting once is faster than keeping rows sorted.
    ///
    /// A search for flags or attachments reads few rows with the indexes of only these, if it has their conditions in the
    /// same words. If two of them suit it, SQLite uses the last one, which has the fewest rows.
    static let laterIndexes = """
        CREATE INDEX content_component ON content(component);
        CREATE INDEX content_thread ON content(thread);
        CREATE INDEX content_subject ON content(subject) WHERE subject <> 0;
        CREATE INDEX content_size ON content(size);
        CREATE INDEX content_attachments ON content(attachments) WHERE attachments > 0;
        CREATE INDEX file_date ON file(date, public, content, mailbox, flags);
        CREATE INDEX file_mailbox ON file(mailbox, date, public, content, flags);
        CREATE INDEX file_unread ON file(date, public, content, mailbox, flags)
            WHERE NOT (\(SQLSearchFilter.hasFlags(Int64(MaildirFlags.seen.rawValue))));
        CREATE INDEX file_flagged ON file(date, public, content, mailbox, flags)
            WHERE \(SQLSearchFilter.hasFlags(Int64(MaildirFlags.flagged.rawValue)));
        """

    /// The tables from which mail is listed.
    static let checkedTables = ["mailbox", "content", "file", "named"]

    /// Set before the first table is created. Nothing is synchronized with the disk, because an incomplete index is
    /// discarded. To sort the rows of hundreds of thousands of messages, SQLite writes numbers of these rows to a file
    /// without a name, which no other process can open; in memory they would need 60 bytes for each.
    static let buildingSettings = """
        PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -4500; PRAGMA temp_store = FILE;
        """

    /// While building, words are collected in memory (2 MB) and written in a few large segments, which are not merged.
    static let buildingWords = """
        INSERT INTO words(words, rank) VALUES('hashsize', 2097152);
        INSERT INTO words(words, rank) VALUES('automerge', 0);
        INSERT INTO words(words, rank) VALUES('crisismerge', 2000);
        """

    /// After building, segments are merged incrementally with each change. Merging all segments of a new index at once,
    /// as a low `crisismerge` would do, takes seconds, and the first new message would have to wait.
    static let builtWords = """
        INSERT INTO words(words, rank) VALUES('hashsize', 4194304);
        INSERT INTO words(words, rank) VALUES('automerge', 8);
        """

    /// With WAL, readers and the writer never block each other.
    static let writingSettings = """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;
        PRAGMA temp_store = MEMORY;
        """

    static let readingSettings = "PRAGMA query_only = ON; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY;"
}

extension Database {
    func isOfThisVersion() throws(IndexDatabaseError) -> Bool {
        let version = try prepare("PRAGMA user_version").first { $0.number(0) }
        return version == IndexSchema.version
    }
}
