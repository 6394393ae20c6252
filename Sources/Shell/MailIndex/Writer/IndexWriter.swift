public import Database
internal import Digest
internal import Disk
public import MailTypes

/// Changes an index. Only one process at a time may have a writer: see `IndexLocation.lock`.
///
/// Related changes are made in one `transaction`: the files of a mailbox, the conversations of their messages and the
/// recorded state of the directories.
public final class IndexWriter {
    let database: Database
    let statements: IndexStatements
    let account: [UInt8]
    let location: IndexLocation
    /// The number of the index, unless it is being built.
    private let number: Int?
    /// The filename of an index that is being built and will be published when complete.
    let building: [UInt8]?
    /// Contents whose conversations must be recomputed.
    var touched = TouchedThreads()
    /// The changes of mailbox counts not written yet, by mailbox row.
    var shifts: [Int64: CountShift] = [:]

    private init(
        _ database: Database, _ location: IndexLocation, number: Int? = nil, building: [UInt8]? = nil
    ) throws(IndexDatabaseError) {
        self.database = database
        self.location = location
        self.number = number
        self.building = building
        account = location.name
        statements = try IndexStatements(database)
    }

    /// Opens the current index. Returns `nil` if there is none or it is of another version.
    public static func open(_ location: IndexLocation) throws(IndexFailure) -> IndexWriter? {
        let number = try IndexFailure.file { () throws(FileError) in try location.current() }
        guard number > 0 else { return nil }
        return try IndexFailure.index { () throws(IndexDatabaseError) in
            let database = try Database(location.path(number), .writing)
            guard try database.isOfThisVersion() else { return nil }
            try database.run(IndexSchema.writingSettings)
            return try IndexWriter(database, location, number: number)
        }
    }

    var isBuilding: Bool { building != nil }

    /// The size of the write-ahead log in bytes; 0 while the index is being built.
    var logSize: Int { number.map(location.logSize) ?? 0 }

    /// Begins to build a new index, which `finishBuilding` makes current. The lock must be held.
    public static func build(_ location: IndexLocation) throws(IndexFailure) -> IndexWriter {
        let file = try IndexFailure.file { () throws(FileError) in
            let current = try location.current()
            try location.removeAll(except: current)
            return location.buildingName(current + 1)
        }
        return try build(location, in: file)
    }

    /// Begins to build an index while mail arrives. The lock is needed only for `finishBuilding`; until then, other
    /// processes can read and change the current index. May be called only by the process that syncs the account, after
    /// `removeArriving`.
    public static func buildArriving(_ location: IndexLocation) throws(IndexFailure) -> IndexWriter {
        try build(location, in: location.arrivingName)
    }

    private static func build(_ location: IndexLocation, in file: [UInt8]) throws(IndexFailure) -> IndexWriter {
        try IndexFailure.file { () throws(FileError) in try location.prepareBuilding(file) }
        return try IndexFailure.index { () throws(IndexDatabaseError) in
            let database = try Database(location.path(file), .writing)
            try database.run(IndexSchema.buildingSettings)
            try database.run("BEGIN")
            try database.run(IndexSchema.tables)
            try database.run(IndexSchema.firstIndexes)
            try database.run(IndexSchema.buildingWords)
            return try IndexWriter(database, location, building: file)
        }
    }

    /// Runs `body` atomically. While an index is being built, no transaction is needed: it is published as a whole.
    public func transaction<Result>(_ body: () throws(IndexDatabaseError) -> Result) throws(IndexDatabaseError)
        -> Result
    {
        if isBuilding { return try body() }
        return try database.transaction { () throws(IndexDatabaseError) in
            let result = try body()
            try assignThreads()
            return result
        }
    }

    // MARK: - Mailboxes

    /// Returns all mailboxes, sorted by name.
    public func mailboxes() throws(IndexDatabaseError) -> [StoredMailbox] {
        var found: [StoredMailbox] = []
        try statements.mailboxes.visit { row throws(IndexDatabaseError) in
            found.append(try StoredMailbox(row, database))
        }
        return found.sorted { $0.name < $1.name }
    }

    public func addMailbox(_ name: MailboxName) throws(IndexDatabaseError) -> StoredMailbox {
        try statements.addMailbox.run([.octets(name.record)])
        return StoredMailbox(row: database.lastRow, name: name, signature: [], total: 0)
    }

    public func removeMailbox(_ mailbox: StoredMailbox) throws(IndexDatabaseError) {
        var files: [StoredFile] = []
        try forEachFile(in: mailbox) { files.append($0) }
        for file in files { try remove(file) }
        try statements.removeMailbox.run([.integer(mailbox.row)])
    }

    /// Completes the changes of a mailbox: counts its files and records the state of its directories. An empty
    /// signature never matches, so the mailbox is read again by the next refresh.
    public func close(_ mailbox: StoredMailbox, signature: [UInt8]) throws(IndexDatabaseError) {
        shifts[mailbox.row] = nil
        try statements.countMailbox.run([
            .integer(mailbox.row), .octets(signature), .integer(Int64(MaildirFlags.seen.rawValue)),
        ])
    }

    // MARK: - Files

    /// Passes the indexed files of a mailbox to `body`, in arbitrary order. It must not change the index.
    public func forEachFile(
        in mailbox: StoredMailbox, _ body: (StoredFile) -> Void
    ) throws(IndexDatabaseError) {
        try statements.filesOfMailbox.visit([.integer(mailbox.row)]) { row throws(IndexDatabaseError) in
            body(try StoredFile(row, database))
        }
    }

    /// Returns the content with this hash.
    public func content(_ hash: ContentHash) throws(IndexDatabaseError) -> StoredContent? {
        try statements.contentOfHash.first([.octets(hash.octets)]) { row in
            StoredContent(row: row.integer(0), date: row.integer(1), hash: hash)
        }
    }

    public func add(_ parsed: ParsedContent) throws(IndexDatabaseError) -> StoredContent {
        if let known = try content(parsed.content.hash) { return known }
        let content = parsed.content
        let keys = parsed.threading
        try statements.addContent.run([
            .octets(content.hash.octets), .integer(content.date.seconds), .number(content.size),
            .number(content.attachments.count), .integer(Int64(bitPattern: keys.subject)),
            .octets(keys.record), .octets(content.record),
        ])
        let row = database.lastRow
        let words = parsed.words
        try statements.addWords.run([
            .integer(row), .text(words.subject), .text(words.sender), .text(words.recipient), .text(words.copied),
            .text(words.blind), .text(words.body), .text(words.attachment), .text(words.list),
        ])
        for id in keys.ids { try statements.addNamed.run([.integer(Int64(bitPattern: id)), .integer(row)]) }
        if !isBuilding { touched.added.append(row) }
        return StoredContent(row: row, date: content.date.seconds, hash: content.hash)
    }

    public func add(
        _ file: IndexedFile, _ content: StoredContent, to mailbox: StoredMailbox
    ) throws(IndexDatabaseError) {
        let ordinal = try freeOrdinal(content, mailbox)
        var identity = RecordWriter()
        identity.octets(account)
        identity.octets(mailbox.name.record)
        identity.octets(content.hash.octets)
        identity.number(ordinal)
        var stored = StoredFile(
            row: 0, mailbox: mailbox.row, file: file, content: content.row, ordinal: ordinal,
            id: XXH3.hash64(identity.octets), date: content.date)
        // On a hash collision, the later message gets the next free ID.
        while try statements.isTaken.first([.integer(stored.id)], { _ in true }) ?? false { stored.id &+= 1 }
        try statements.addFile.run([
            .integer(mailbox.row), .integer(Int64(file.place.rawValue)), .octets(file.name),
            .integer(Int64(file.flags.rawValue)), .integer(content.row), .number(ordinal), .integer(stored.id),
            .integer(content.date), .integer(stored.sum),
        ])
        shifts[mailbox.row, default: CountShift()].count(stored, 1)
    }

    /// Returns the lowest ordinal that is free for this content in the mailbox.
    func freeOrdinal(_ content: StoredContent, _ mailbox: StoredMailbox) throws(IndexDatabaseError) -> Int {
        var ordinal = 0
        try statements.ordinals.visit([.integer(content.row), .integer(mailbox.row)]) { row in
            if row.number(0) == ordinal { ordinal += 1 }
        }
        return ordinal
    }

    /// Changes the name, place or flags of a file.
    public func rename(_ stored: StoredFile, to file: IndexedFile) throws(IndexDatabaseError) {
        var renamed = stored
        renamed.file = file
        try statements.renameFile.run([
            .integer(stored.row), .integer(Int64(file.place.rawValue)), .octets(file.name),
            .integer(Int64(file.flags.rawValue)), .integer(renamed.sum),
        ])
        shifts[stored.mailbox, default: CountShift()].count(stored, -1)
        shifts[stored.mailbox, default: CountShift()].count(renamed, 1)
    }

    /// Removes a file. Its content remains until `forgetContents`, because the file may reappear in another mailbox.
    public func remove(_ file: StoredFile) throws(IndexDatabaseError) {
        try statements.removeFile.run([.integer(file.row)])
        touched.mayBeGone.insert(file.content)
        shifts[file.mailbox, default: CountShift()].count(file, -1)
    }
}
