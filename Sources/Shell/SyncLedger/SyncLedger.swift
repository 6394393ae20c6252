public import Database
public import Disk
public import MailTypes
public import Reconciliation

/// The state that both sides of an account last agreed on, and the operations of a sync in progress. If the ledger is
/// lost, local names and contents are matched with the server again, and nothing is deleted because it is missing from
/// the ledger.
///
/// Only the process that holds the account's lock may write to it. Must be used by one thread at a time.
public final class SyncLedger {
    /// A mailbox that has been synced before.
    public struct Mailbox: Hashable, Sendable {
        let id: Int64
        public let name: MailboxName
        public let status: MailboxFingerprint
        public let pending: UIDSet
        public let renumberings: Int
        /// The state of its directories when both sides agreed; empty if they did not, or if the state is unknown.
        public let look: [UInt8]
        /// When all flags were last compared.
        public let compared: Instant
    }

    public static let filename = Array("ledger.sqlite".utf8)

    let database: Database
    let statements: LedgerStatements
    private let state: Directory
    private var ids: [MailboxName: Int64] = [:]
    /// The state that `noteState` has seen.
    private var noted: State?

    /// What changes when another process writes to the ledger or replaces it.
    private struct State: Equatable {
        let version: Int
        let device, inode: UInt64
    }

    private init(_ database: Database, in state: Directory) throws(DatabaseError) {
        self.database = database
        self.state = state
        statements = try LedgerStatements(database)
        for mailbox in try mailboxes() { ids[mailbox.name] = mailbox.id }
    }

    /// Opens the ledger in `state`, the account's private state directory, creating it if it does not exist. A damaged
    /// ledger is moved aside and replaced with a new one.
    public static func open(in state: Directory, now: Instant) throws(LedgerFailure) -> SyncLedger {
        do throws(LedgerFailure) {
            return try opened(in: state)
        } catch .database(.damaged) {
            try LedgerFailure.file { () throws(FileError) in try putAside(in: state, now: now) }
            return try opened(in: state)
        }
    }

    /// Returns whether there is a ledger, whatever its state.
    public static func exists(in state: Directory) -> Bool {
        (try? state.status(of: filename)) != nil
    }

    /// Moves a damaged ledger aside, so that a new one is created. It must not be open.
    public static func putAside(in state: Directory, now: Instant) throws(FileError) {
        for companion in ["-wal", "-shm"] { try state.remove(filename + Array(companion.utf8)) }
        var seconds = now.seconds
        while try state.status(of: aside(seconds)) != nil { seconds += 1 }
        try state.rename(filename, to: aside(seconds))
        try state.synchronize()
    }

    private static func aside(_ seconds: Int64) -> [UInt8] {
        filename + Array(".damaged.\(seconds)".utf8)
    }

    private static func opened(in state: Directory) throws(LedgerFailure) -> SyncLedger {
        // SQLite would create a file that all users can read; this one is private.
        try LedgerFailure.file { () throws(FileError) in
            if try state.status(of: filename) == nil {
                _ = try state.lock(filename, waiting: false)
                try state.synchronize()
            }
        }
        return try LedgerFailure.database { () throws(DatabaseError) in
            let database = try Database(state.path.resolved / filename, .writing)
            try database.run(LedgerSchema.settings)
            let version = try database.prepare("PRAGMA user_version").first { $0.number(0) } ?? 0
            switch version {
            case 0: try database.run(LedgerSchema.tables)
            case 1..<LedgerSchema.version: try database.run(LedgerSchema.additions(to: version))
            case LedgerSchema.version: break
            default:
                throw .failed(
                    path: database.path, code: 0, reason: "a newer petrel made it (format \(version)); use that one")
            }
            let ledger = try SyncLedger(database, in: state)
            // Read the tables that a sync needs first, so that damage to them is found while the ledger can still be
            // replaced.
            _ = try (ledger.missingDrafts(), ledger.openEntries(), ledger.refusals())
            return ledger
        }
    }

    /// Above this size in bytes, the write-ahead log is moved into the database on closing, because the next sync reads
    /// the whole log.
    private static let largeLog = 512 << 10

    public func close() {
        let log = try? state.status(of: Self.filename + Array("-wal".utf8))
        database.close(keepingLog: (log ?? nil).map { $0.size <= Self.largeLog } ?? false)
    }

    /// Notes the present state, before others may write to the ledger.
    public func noteState() throws(DatabaseError) {
        noted = try present(in: state)
    }

    /// Returns whether no other process has written to the ledger since `noteState`, and it is still that of `state`.
    public func isAsNoted(in state: Directory) throws(DatabaseError) -> Bool {
        guard let noted else { return false }
        return try present(in: state) == noted
    }

    private func present(in state: Directory) throws(DatabaseError) -> State? {
        guard let file = (try? state.status(of: Self.filename)) ?? nil else { return nil }
        let version = try database.prepare("PRAGMA data_version").first { $0.number(0) } ?? 0
        return State(version: version, device: file.device, inode: file.inode)
    }

    /// Runs `body` atomically and durably.
    public func transaction<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try database.transaction(body)
    }

    // MARK: - Reading

    public func mailboxes() throws(DatabaseError) -> [Mailbox] {
        var found: [Mailbox] = []
        try statements.mailbox.all.visit { row throws(DatabaseError) in
            guard let name = MailboxName(ledger: row.octets(1)),
                let validity = UIDValidity(rawValue: UInt32(truncatingIfNeeded: row.integer(2)))
            else { throw .damaged(path: database.path) }
            var status = MailboxFingerprint(uidValidity: validity, messages: row.number(4))
            status.uidNext = row.isNull(3) ? nil : UID(rawValue: UInt32(truncatingIfNeeded: row.integer(3)))
            status.unseen = row.isNull(5) ? nil : row.number(5)
            status.highestModSequence =
                row.isNull(6) ? nil : ModSequence(rawValue: UInt64(bitPattern: row.integer(6)))
            guard let pending = UIDSet(ledger: row.octets(7)) else { throw .damaged(path: database.path) }
            found.append(
                Mailbox(
                    id: row.integer(0), name: name, status: status, pending: pending, renumberings: row.number(8),
                    look: row.octets(9), compared: Instant(seconds: row.integer(10))))
        }
        return found.sorted { $0.name < $1.name }
    }

    /// Returns the number of messages that both sides agree on.
    public func count(in mailbox: Mailbox) throws(DatabaseError) -> Int {
        try statements.mailbox.count.first([.integer(mailbox.id)]) { $0.number(0) } ?? 0
    }

    /// Returns the whole baseline of a mailbox.
    public func baseline(of mailbox: Mailbox, _ contents: inout ContentDigestInterner) throws(DatabaseError)
        -> SyncBaseline
    {
        var messages: [BaselineMessage] = []
        var table = contents
        try statements.message.all.visit([.integer(mailbox.id)]) { row throws(DatabaseError) in
            messages.append(try message(row, &table))
        }
        contents = table
        return SyncBaseline(
            status: mailbox.status, messages: messages, pending: mailbox.pending, renumberings: mailbox.renumberings)
    }

    /// Passes the UID and the flags of each message in the baseline of a mailbox to `body`, in ascending order, without
    /// its keywords and without keeping the messages in memory.
    public func forEachMessage(
        of mailbox: Mailbox, _ body: (UID, FlagSet) -> Void
    ) throws(DatabaseError) {
        try statements.message.all.visit([.integer(mailbox.id)]) { row throws(DatabaseError) in
            guard let uid = UID(rawValue: UInt32(truncatingIfNeeded: row.integer(0))) else {
                throw .damaged(path: database.path)
            }
            body(uid, FlagSet(bits: UInt32(truncatingIfNeeded: row.integer(1))))
        }
    }

    /// Returns the baseline with only these messages, and the number of the others.
    public func baseline(
        of mailbox: Mailbox, naming uids: UIDSet, _ contents: inout ContentDigestInterner
    ) throws(DatabaseError) -> SyncBaseline {
        var messages: [BaselineMessage] = []
        var table = contents
        for range in uids.ranges {
            let bounds: [SQLValue] = [
                .integer(mailbox.id), .integer(Int64(range.lowerBound.rawValue)),
                .integer(Int64(range.upperBound.rawValue)),
            ]
            try statements.message.range.visit(bounds) { row throws(DatabaseError) in
                messages.append(try message(row, &table))
            }
        }
        contents = table
        let others = try count(in: mailbox) - messages.count
        return SyncBaseline(
            status: mailbox.status, messages: messages, others: others, pending: mailbox.pending,
            renumberings: mailbox.renumberings)
    }

    /// Returns the baseline with only the messages that have one of these contents.
    public func baseline(
        of mailbox: Mailbox, having wanted: Set<ContentDigest>, _ contents: inout ContentDigestInterner
    ) throws(DatabaseError) -> SyncBaseline {
        var messages: [BaselineMessage] = []
        var table = contents
        if !wanted.isEmpty {
            try statements.message.all.visit([.integer(mailbox.id)]) { row throws(DatabaseError) in
                guard let digest = ContentDigest(row.octets(3)), wanted.contains(digest) else { return }
                messages.append(try message(row, &table))
            }
        }
        contents = table
        return SyncBaseline(
            status: mailbox.status, messages: messages, pending: mailbox.pending, renumberings: mailbox.renumberings)
    }

    private func message(
        _ row: borrowing Row, _ contents: inout ContentDigestInterner
    ) throws(DatabaseError) -> BaselineMessage {
        guard let uid = UID(rawValue: UInt32(truncatingIfNeeded: row.integer(0))),
            let digest = ContentDigest(row.octets(3))
        else { throw .damaged(path: database.path) }
        var flags = FlagSet(bits: UInt32(truncatingIfNeeded: row.integer(1)))
        if !row.isNull(2) {
            for name in row.octets(2).split(separator: 0x20) { Flag(name).map { flags.insert($0) } }
        }
        return BaselineMessage(uid, flags: flags, content: contents.content(digest))
    }

    // MARK: - Writing

    func id(of name: MailboxName) -> Int64? { ids[name] }

    func addMailbox(_ name: MailboxName, _ uidValidity: UIDValidity) throws(DatabaseError) {
        try statements.mailbox.add.run([.octets(name.ledgerForm), .integer(Int64(uidValidity.rawValue))])
        ids[name] = database.lastRow
    }

    /// Records that a mailbox has been renamed on both sides.
    public func rename(_ name: MailboxName, to newName: MailboxName) throws(DatabaseError) {
        guard let id = ids.removeValue(forKey: name) else { return }
        try statements.mailbox.rename.run([.octets(newName.ledgerForm), .integer(id)])
        ids[newName] = id
    }

    /// Records that a mailbox, and those below it for whose new names `isCarried` returns `true`, have been renamed on
    /// both sides. A mailbox that is known by the new name stays.
    public func renameTree(
        _ name: MailboxName, to newName: MailboxName, where isCarried: (MailboxName) -> Bool = { _ in true }
    ) throws(DatabaseError) {
        for old in ids.keys.sorted() {
            guard let new = old.renamed(by: name, to: newName), ids[new] == nil, isCarried(new) else { continue }
            try rename(old, to: new)
        }
    }

    /// Records that a mailbox has been removed on both sides.
    public func remove(_ name: MailboxName) throws(DatabaseError) {
        guard let id = ids.removeValue(forKey: name) else { return }
        try statements.message.removeAll.run([.integer(id)])
        try statements.object.removeAll.run([.integer(id)])
        try removeWitness(of: id)
        try statements.mailbox.remove.run([.integer(id)])
    }

    /// Records that all flags of a mailbox were compared.
    public func setCompared(_ now: Instant, of name: MailboxName) throws(DatabaseError) {
        guard let id = ids[name] else { return }
        try statements.mailbox.setCompared.run([.integer(now.seconds), .integer(id)])
    }

    /// Records the state of a mailbox's directories after both sides agreed; empty if that is not certain.
    public func setLook(_ look: [UInt8], of name: MailboxName) throws(DatabaseError) {
        guard let id = ids[name] else { return }
        try statements.mailbox.setLook.run([.octets(look), .integer(id)])
    }
}

/// Why the ledger could not be used: an error of the files around it, or of the database itself.
public enum LedgerFailure: Error, Hashable, Sendable {
    case file(FileError)
    case database(DatabaseError)

    public static func file<Result>(_ body: () throws(FileError) -> Result) throws(LedgerFailure) -> Result {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }

    public static func database<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(LedgerFailure) -> Result {
        do throws(DatabaseError) { return try body() } catch { throw .database(error) }
    }
}

extension LedgerFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .database(let error): error.description
        }
    }
}

extension MailboxName {
    var ledgerForm: [UInt8] { Array(components.joined(separator: [0])) }

    init?(ledger form: [UInt8]) {
        self.init(form.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) })
    }
}

extension UIDSet {
    /// Parses a set. An empty set is stored as empty data, because IMAP has no notation for it.
    init?(ledger form: [UInt8]) {
        if form.isEmpty { self.init() } else { self.init(form.span) }
    }
}
