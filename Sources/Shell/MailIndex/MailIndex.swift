public import Database
internal import Disk
public import MailSearch
public import MailTypes

/// An index open for reading. It shows the mail as of the last refresh; a concurrent refresh neither blocks it nor is
/// blocked by it. Must be used by one thread at a time.
public final class MailIndex {
    let database: Database
    private let location: IndexLocation
    let generation: Int
    private var names: [Int64: MailboxName] = [:]

    private init(_ database: Database, _ location: IndexLocation, _ generation: Int) {
        self.database = database
        self.location = location
        self.generation = generation
    }

    /// Returns `nil` if there is no index, or none that this version can read. The next refresh will create one.
    public static func open(_ location: IndexLocation) throws(IndexFailure) -> MailIndex? {
        while true {
            let number = try IndexFailure.file { () throws(FileError) in try location.current() }
            guard number > 0,
                try IndexFailure.file({ () throws(FileError) in try location.hasOnlyFiles(number) })
            else { return nil }
            do throws(IndexDatabaseError) {
                return try open(location, number, .reading)
            } catch  where error.preventsSaving && location.logSize(number) == 0 {
                // SQLite could not make the files that it needs beside the database. Without a log they are not needed.
                return try IndexFailure.index { () throws(IndexDatabaseError) in
                    try open(location, number, .readingAlone)
                }
            } catch {
                // The index may have been replaced between the two calls.
                let current = try IndexFailure.file { () throws(FileError) in try location.current() }
                if current <= number { throw .index(error) }
            }
        }
    }

    private static func open(
        _ location: IndexLocation, _ number: Int, _ access: Database.Access
    ) throws(IndexDatabaseError) -> MailIndex? {
        let database = try Database(location.path(number), access)
        // This first query opens all files that SQLite keeps beside the database.
        guard try database.isOfThisVersion() else { return nil }
        try database.run(IndexSchema.readingSettings)
        return MailIndex(database, location, number)
    }

    /// Returns whether a refresh has built another index since this one was opened.
    public func isReplaced() throws(IndexFailure) -> Bool {
        try IndexFailure.file { () throws(FileError) in try location.current() } != generation
    }

    // MARK: - Messages

    /// Returns the first messages that match a query.
    public func messages(
        matching query: SearchQuery = .everything, order: SearchOrder = .date, limit: Int
    ) throws(IndexDatabaseError) -> [IndexedMessage] {
        let hits = try SearchEvaluator(self, account: location.name).hits(query, order, limit: limit)
        let select = try database.prepare(Self.selection + " WHERE file.id = ?1")
        var messages: [IndexedMessage] = []
        messages.reserveCapacity(hits.count)
        for hit in hits {
            let count = messages.count
            try select.visit([.integer(hit.row)]) { row throws(IndexDatabaseError) in
                var message = try message(row)
                message.relevance = hit.points
                messages.append(message)
            }
            if messages.count == count { throw .damaged(path: database.path) }
        }
        return messages
    }

    public func message(_ id: IndexedMessageID) throws(IndexDatabaseError) -> IndexedMessage? {
        try messages("file.public = ?1", [.integer(Int64(bitPattern: id.value))]).first
    }

    /// Returns the messages of a conversation, oldest first. A message in several mailboxes is listed once for each.
    public func thread(_ id: ThreadID) throws(IndexDatabaseError) -> [IndexedMessage] {
        try messages("content.thread = ?1", [.integer(Int64(bitPattern: id.value))])
    }

    /// Returns the messages with this content, in any mailbox of the account.
    public func messages(withContent hash: ContentHash) throws(IndexDatabaseError) -> [IndexedMessage] {
        try messages("content.hash = ?1", [.octets(hash.octets)])
    }

    /// Returns the messages that were added to the index last, the last one first.
    public func latest(limit: Int) throws(IndexDatabaseError) -> [IndexedMessage] {
        var found: [IndexedMessage] = []
        let select = try database.prepare(Self.selection + " ORDER BY file.id DESC LIMIT ?1")
        try select.visit([.number(limit)]) { row throws(IndexDatabaseError) in found.append(try message(row)) }
        return found
    }

    /// Returns the number of messages that match a query.
    public func count(matching query: SearchQuery = .everything) throws(IndexDatabaseError) -> Int {
        try SearchEvaluator(self, account: location.name).count(query)
    }

    /// Returns the number of conversations that have a message that matches.
    public func conversationCount(matching query: SearchQuery) throws(IndexDatabaseError) -> Int {
        try SearchEvaluator(self, account: location.name).countConversations(query)
    }

    private static let selection = """
        SELECT file.id, file.mailbox, file.place, file.name, file.flags, file.content, file.ordinal, file.public,
            file.date, file.sum, content.thread, content.summary
        FROM file JOIN content ON content.id = file.content
        """

    func messages(_ condition: String, _ values: [SQLValue]) throws(IndexDatabaseError) -> [IndexedMessage] {
        var found: [IndexedMessage] = []
        let select = try database.prepare(Self.selection + " WHERE \(condition) ORDER BY file.date, file.public")
        try select.visit(values) { row throws(IndexDatabaseError) in found.append(try message(row)) }
        return found
    }

    private func message(_ row: borrowing Row) throws(IndexDatabaseError) -> IndexedMessage {
        let file = try StoredFile(row, database)
        guard let content = IndexedContent(record: row.octets(11)), let mailbox = try name(file.mailbox) else {
            throw .damaged(path: database.path)
        }
        return IndexedMessage(
            id: IndexedMessageID(value: UInt64(bitPattern: file.id)),
            thread: ThreadID(value: UInt64(bitPattern: row.integer(10))), mailbox: mailbox, file: file.file,
            content: content)
    }

    // MARK: - Mailboxes

    /// Returns all mailboxes, INBOX first.
    public func mailboxes() throws(IndexDatabaseError) -> [IndexedMailbox] {
        var found: [IndexedMailbox] = []
        try database.prepare("SELECT name, total, unread FROM mailbox").visit { row throws(IndexDatabaseError) in
            let name = try database.mailboxName(row.octets(0))
            found.append(IndexedMailbox(name: name, total: row.number(1), unread: row.number(2)))
        }
        return found.sorted { $0.name < $1.name }
    }

    func storedMailboxes() throws(IndexDatabaseError) -> [StoredMailbox] {
        var found: [StoredMailbox] = []
        try database.prepare("SELECT id, name, signature, total FROM mailbox").visit { row throws(IndexDatabaseError) in
            found.append(try StoredMailbox(row, database))
        }
        return found
    }

    private func name(_ row: Int64) throws(IndexDatabaseError) -> MailboxName? {
        if let known = names[row] { return known }
        for mailbox in try storedMailboxes() { names[mailbox.row] = mailbox.name }
        return names[row]
    }
}
