/// How the index is laid out in SQLite.
///
/// A content is what a message is wherever it stands; a file is where it stands. The words of a content are in a full-
/// text table that cannot forget a row: those of contents that are gone stay until the index is made again, and a join
/// leaves them out. Numbers of contents are therefore never used twice.
enum IndexSchema {
    /// Another number, another layout: such a file is made anew, never changed.
    static let version = 2

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
            subject, sender, recipient, copied, body, attachment,
            content='', tokenize='ascii', columnsize=0, detail=full);
        """

    /// By which rows are found while an index is being made.
    static let firstIndexes = """
        CREATE UNIQUE INDEX content_hash ON content(hash);
        CREATE UNIQUE INDEX file_public ON file(public);
        CREATE INDEX file_content ON file(content, mailbox, ordinal, date, public);
        """

    /// Made when a new index has its rows: sorting once is faster than keeping sorted.
    static let laterIndexes = """
        CREATE INDEX content_component ON content(component);
        CREATE INDEX content_thread ON content(thread);
        CREATE INDEX content_subject ON content(subject) WHERE subject <> 0;
        CREATE INDEX file_date ON file(date, public);
        CREATE INDEX file_mailbox ON file(mailbox, date, public);
        """

    /// Of the tables that mail is listed from.
    static let checkedTables = ["mailbox", "content", "file", "named"]

    /// Before the first table: pages of this size, and nothing that waits for the disk, since a file that is not
    /// complete is thrown away.
    static let buildingSettings = """
        PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -4500; PRAGMA temp_store = MEMORY;
        """

    /// Words are gathered in memory (2 MB) and written in a few large runs, which are not merged meanwhile.
    static let buildingWords = """
        INSERT INTO words(words, rank) VALUES('hashsize', 2097152);
        INSERT INTO words(words, rank) VALUES('automerge', 0);
        INSERT INTO words(words, rank) VALUES('crisismerge', 2000);
        """

    /// From now on runs are merged bit by bit, a share with each change. All those of a new index at once, which is what few
    /// of them before a crisis would mean, take seconds: the first mail that comes would wait for that.
    static let builtWords = """
        INSERT INTO words(words, rank) VALUES('hashsize', 4194304);
        INSERT INTO words(words, rank) VALUES('automerge', 8);
        """

    /// Readers never wait for the writer, nor it for them.
    static let writingSettings = """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;
        PRAGMA temp_store = MEMORY;
        """

    static let readingSettings = "PRAGMA query_only = ON; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY;"
}
