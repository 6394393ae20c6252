public import Database
public import MailTypes

extension SyncLedger {
    /// A message to be appended exactly once. It is recorded before the command is sent, and kept until its UID is
    /// known on both sides.
    public struct Append: Hashable, Sendable {
        public enum Step: Int, Hashable, Sendable {
            case recorded
            /// The draft version that it replaces was claimed, and is to be removed by petrel.
            case claimed
            /// The server has the message, which is not recorded locally yet.
            case stored
        }

        public let id: Int64
        public let mailbox: MailboxName
        /// The UIDVALIDITY of the mailbox; `nil` if the mailbox did not exist.
        public let uidValidity: UIDValidity?
        /// The UIDNEXT before the first attempt.
        public let fence: UID
        public let messageID: MessageID
        /// The digest of the bytes that are sent.
        public let digest: ContentDigest
        /// The size in bytes.
        public let size: Int
        /// The draft revision that the message is, if any.
        public let draft: Draft?
        public internal(set) var step: Step
        /// The UID, once the server has reported it.
        public internal(set) var uid: UID?
        public let begun: Instant

        public struct Draft: Hashable, Sendable {
            public let id: DraftID
            public let revision: Int
            /// The UID of the version that it replaces on the server.
            public let base: UID?

            public init(id: DraftID, revision: Int, base: UID?) {
                self.id = id
                self.revision = revision
                self.base = base
            }
        }
    }

    /// Records an append. It is durable when this returns, so that the command can be sent.
    public func begin(
        _ messageID: MessageID, _ digest: ContentDigest, size: Int, to mailbox: MailboxName,
        _ uidValidity: UIDValidity?, behind fence: UID, of draft: Append.Draft? = nil, at now: Instant
    ) throws(DatabaseError) -> Append {
        try statements.append.begin.run([
            .octets(mailbox.ledgerForm), uidValidity.map { .integer(Int64($0.rawValue)) } ?? .null,
            .integer(Int64(fence.rawValue)), .octets(Array(messageID.text.utf8)), .octets(digest.octets), .number(size),
            draft.map { .octets(Array($0.id.text.utf8)) } ?? .null, .number(draft?.revision ?? 0),
            (draft?.base).map { .integer(Int64($0.rawValue)) } ?? .null, .integer(now.seconds),
        ])
        return Append(
            id: database.lastRow, mailbox: mailbox, uidValidity: uidValidity, fence: fence, messageID: messageID,
            digest: digest, size: size, draft: draft, step: .recorded, uid: nil, begun: now)
    }

    public func noteClaimed(_ append: Append) throws(DatabaseError) {
        try statements.append.step.run([.number(Append.Step.claimed.rawValue), .null, .integer(append.id)])
    }

    /// Records that the server has the message. `uid` is `nil` if the server did not report it.
    public func noteStored(_ append: Append, _ uid: UID?) throws(DatabaseError) {
        try statements.append.step.run([
            .number(Append.Step.stored.rawValue), uid.map { .integer(Int64($0.rawValue)) } ?? .null,
            .integer(append.id),
        ])
    }

    public func end(_ append: Append) throws(DatabaseError) {
        try statements.append.end.run([.integer(append.id)])
    }

    /// Returns the unfinished appends of interrupted syncs, oldest first.
    public func openAppends() throws(DatabaseError) -> [Append] {
        var found: [Append] = []
        try statements.append.open.visit { row throws(DatabaseError) in
            guard let mailbox = MailboxName(ledger: row.octets(1)), let digest = ContentDigest(row.octets(5)),
                let step = Append.Step(rawValue: row.number(10))
            else { throw .damaged(path: database.path) }
            let draft = DraftID(row.octets(7)).map { id in
                Append.Draft(
                    id: id, revision: row.number(8), base: UID(rawValue: UInt32(truncatingIfNeeded: row.integer(9))))
            }
            found.append(
                Append(
                    id: row.integer(0), mailbox: mailbox,
                    uidValidity: UIDValidity(rawValue: UInt32(truncatingIfNeeded: row.integer(2))),
                    fence: UID(rawValue: UInt32(truncatingIfNeeded: row.integer(3))) ?? .first,
                    messageID: MessageID(String(decoding: row.octets(4), as: UTF8.self)), digest: digest,
                    size: row.number(6), draft: draft, step: step,
                    uid: UID(rawValue: UInt32(truncatingIfNeeded: row.integer(11))),
                    begun: Instant(seconds: row.integer(12))))
        }
        return found
    }
}
