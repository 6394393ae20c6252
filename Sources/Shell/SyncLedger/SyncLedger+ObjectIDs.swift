public import Database
public import MailTypes
internal import Reconciliation

/// The object IDs that servers assign to message contents [RFC 8474 §5.1]. A message that exists locally in one mailbox
/// need not be fetched again for another.
extension SyncLedger {
    /// A message that both sides have.
    public struct Known: Hashable, Sendable {
        public let mailbox: MailboxName
        public let uid: UID
        public let content: ContentDigest
    }

    /// Returns whether any object ID has been recorded.
    public func knowsObjects() throws(DatabaseError) -> Bool {
        try statements.object.any.first { $0.number(0) > 0 } ?? false
    }

    /// Returns the messages with this object ID that both sides have.
    public func messages(of object: [UInt8]) throws(DatabaseError) -> [Known] {
        var found: [Known] = []
        try statements.object.same.visit([.octets(object)]) { row throws(DatabaseError) in
            guard let name = MailboxName(ledger: row.octets(0)),
                let uid = UID(rawValue: UInt32(truncatingIfNeeded: row.integer(1))),
                let content = ContentDigest(row.octets(2))
            else { throw .damaged(path: database.path) }
            found.append(Known(mailbox: name, uid: uid, content: content))
        }
        return found
    }

    /// Records the object IDs of messages. Does nothing if the UIDVALIDITY of the mailbox is not `uidValidity`.
    public func note(
        _ objects: [(uid: UID, id: [UInt8])], in mailbox: MailboxName, _ uidValidity: UIDValidity
    ) throws(DatabaseError) {
        guard let known = try mailboxes().first(where: { $0.name == mailbox }), known.status.uidValidity == uidValidity
        else { return }
        for object in objects {
            try statements.object.put.run([
                .integer(known.id), .integer(Int64(object.uid.rawValue)), .octets(object.id),
            ])
        }
    }
}
