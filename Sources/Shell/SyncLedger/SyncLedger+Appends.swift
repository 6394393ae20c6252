public import Database
public import MailTypes

extension SyncLedger {
    /// A message that is to be appended once: written down before the server hears of it, and kept until both sides know
    /// where it stands.
    public struct Append: Hashable, Sendable {
        public enum Step: Int, Hashable, Sendable {
            case recorded
            /// The version of a draft that it replaces is this side's to remove.
            case claimed
            /// The server has it; what is here does not know yet.
            case stored
        }

        public let id: Int64
        public let mailbox: MailboxName
        /// What UIDs stood for; `nil` where the mailbox was not there.
        public let uidValidity: UIDValidity?
        /// UIDNEXT before the first try.
        public let fence: UID
        public let messageID: MessageID
        /// Of the octets that go out.
        public let digest: ContentDigest
        /// Octets.
        public let size: Int
        /// The draft that it is a revision of, if it is one.
        public let draft: Draft?
        public internal(set) var step: Step
        /// Where it stands, once the server has said so.
        public internal(set) var uid: UID?
        public let begun: Instant

        public struct Draft: Hashable, Sendable {
            public let id: DraftID
            public let revision: Int
            /// The version on the server that it takes the place of.
            public let base: UID?

            public init(id: DraftID, revision: Int, base: UID?) {
                self.id = id
                self.revision = revision
                self.base = base
            }
        }
    }

    /// Lasts when this returns: before the command goes out.
    public func begin(
        _ messageID: MessageID, _ digest: ContentDigest, size: Int, to mailbox: MailboxName,
        _ uidValidity: UIDValidity?, behind fence: UID, of draft: Append.Draft? = nil, at now: Instant
    ) throws(DatabaseError) -> Append {
        try statements.beginAppend.run([
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
        try statements.stepAppend.run([.number(Append.Step.claimed.rawValue), .null, .integer(append.id)])
    }

    /// `uid`: where the server has it, as far as it says so.
    public func noteStored(_ append: Append, _ uid: UID?) throws(DatabaseError) {
        try statements.stepAppend.run([
            .number(Append.Step.stored.rawValue), uid.map { .integer(Int64($0.rawValue)) } ?? .null,
            .integer(append.id),
        ])
    }

    public func end(_ append: Append) throws(DatabaseError) {
        try statements.endAppend.run([.integer(append.id)])
    }

    /// What a sync that did not come to its end has left, the oldest first.
    public func openAppends() throws(DatabaseError) -> [Append] {
        var found: [Append] = []
        try statements.openAppends.visit { row throws(DatabaseError) in
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

    // MARK: - Drafts that the server does not have any more

    /// A draft that was gone from the server when a sync looked. Another client may be about to put a new version there,
    /// so only a later sync believes it.
    public struct MissingDraft: Hashable, Sendable {
        public let uidValidity: UIDValidity
        public let uid: UID

        public init(_ uidValidity: UIDValidity, _ uid: UID) {
            self.uidValidity = uidValidity
            self.uid = uid
        }
    }

    public func missingDrafts() throws(DatabaseError) -> Set<MissingDraft> {
        var found: Set<MissingDraft> = []
        try statements.missingDrafts.visit { row throws(DatabaseError) in
            guard let validity = UIDValidity(rawValue: UInt32(truncatingIfNeeded: row.integer(0))),
                let uid = UID(rawValue: UInt32(truncatingIfNeeded: row.integer(1)))
            else { throw .damaged(path: database.path) }
            found.insert(MissingDraft(validity, uid))
        }
        return found
    }

    public func note(_ missing: MissingDraft) throws(DatabaseError) {
        try statements.addMissingDraft.run(missing.key)
    }

    /// It was replaced, or went here too.
    public func settle(_ missing: MissingDraft) throws(DatabaseError) {
        try statements.removeMissingDraft.run(missing.key)
    }
}

extension SyncLedger.MissingDraft {
    fileprivate var key: [SQLValue] {
        [.integer(Int64(uidValidity.rawValue)), .integer(Int64(uid.rawValue))]
    }
}
