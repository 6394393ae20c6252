public import Database
public import MailTypes

extension SyncLedger {
    /// A draft that a sync did not find on the server. Another client may be about to upload a new version, so only a
    /// later sync treats it as deleted.
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
        try statements.append.missingDrafts.visit { row throws(DatabaseError) in
            guard let validity = UIDValidity(rawValue: UInt32(truncatingIfNeeded: row.integer(0))),
                let uid = UID(rawValue: UInt32(truncatingIfNeeded: row.integer(1)))
            else { throw .damaged(path: database.path) }
            found.insert(MissingDraft(validity, uid))
        }
        return found
    }

    public func note(_ missing: MissingDraft) throws(DatabaseError) {
        try statements.append.addMissingDraft.run(missing.key)
    }

    /// Removes the record: the draft was replaced, or has been removed locally too.
    public func settle(_ missing: MissingDraft) throws(DatabaseError) {
        try statements.append.removeMissingDraft.run(missing.key)
    }
}

extension SyncLedger.MissingDraft {
    fileprivate var key: [SQLValue] {
        [.integer(Int64(uidValidity.rawValue)), .integer(Int64(uid.rawValue))]
    }
}
