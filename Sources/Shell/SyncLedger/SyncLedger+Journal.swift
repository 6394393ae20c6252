public import Database
public import MailTypes

extension SyncLedger {
    /// An operation that was started and may have been completed without petrel receiving the server's response.
    public struct Entry: Hashable, Sendable {
        public enum Kind: Int, Hashable, Sendable {
            case copy
            case append
            case move
            case expunge
            /// The local removal of the mailbox `source` and its files, because the server no longer has it.
            case leave
            /// The renaming of the directory of mailbox `source` to `target`, as on the server.
            case rename
            /// The renaming of the mailbox `source` to `target` on the server. Its directory already has that name.
            case renameOnServer
        }

        public let id: Int64
        public let kind: Kind
        public let source: MailboxName?
        public let target: MailboxName?
        /// The UIDVALIDITY of `source`.
        public let uidValidity: UIDValidity?
        public let uids: UIDSet
        /// The UIDNEXT of `target` before the operation: its results have this UID or a higher one. `nil` if unknown.
        public let fence: UID?
        /// Whether the copies of a move were made, so that only the originals must be removed.
        public let isCopied: Bool
        public let begun: Instant
    }

    /// Records an operation. The entry is durable when this returns, so that the command can be sent.
    public func begin(
        _ kind: Entry.Kind, from source: MailboxName? = nil, _ uidValidity: UIDValidity? = nil,
        _ uids: UIDSet = UIDSet(), to target: MailboxName? = nil, behind fence: UID? = nil, at now: Instant
    ) throws(DatabaseError) -> Entry {
        try statements.journal.begin.run([
            .number(kind.rawValue), source.map { .octets($0.ledgerForm) } ?? .null,
            target.map { .octets($0.ledgerForm) } ?? .null,
            uidValidity.map { .integer(Int64($0.rawValue)) } ?? .null, .octets(uids.wireForm), .integer(now.seconds),
            fence.map { .integer(Int64($0.rawValue)) } ?? .null,
        ])
        return Entry(
            id: database.lastRow, kind: kind, source: source, target: target, uidValidity: uidValidity, uids: uids,
            fence: fence, isCopied: false, begun: now)
    }

    public func noteCopied(_ entry: Entry) throws(DatabaseError) {
        try statements.journal.step.run([.integer(1), .integer(entry.id)])
    }

    public func end(_ entry: Entry) throws(DatabaseError) {
        try statements.journal.end.run([.integer(entry.id)])
    }

    /// Returns the unfinished operations of interrupted syncs.
    public func openEntries() throws(DatabaseError) -> [Entry] {
        var entries: [Entry] = []
        try statements.journal.open.visit { row throws(DatabaseError) in
            guard let kind = Entry.Kind(rawValue: row.number(1)), let uids = UIDSet(ledger: row.octets(5)) else {
                throw .damaged(path: database.path)
            }
            entries.append(
                Entry(
                    id: row.integer(0), kind: kind, source: row.isNull(2) ? nil : MailboxName(ledger: row.octets(2)),
                    target: row.isNull(3) ? nil : MailboxName(ledger: row.octets(3)),
                    uidValidity: UIDValidity(rawValue: UInt32(truncatingIfNeeded: row.integer(4))), uids: uids,
                    fence: UID(rawValue: UInt32(truncatingIfNeeded: row.integer(8))), isCopied: row.number(6) > 0,
                    begun: Instant(seconds: row.integer(7))))
        }
        return entries
    }
}
