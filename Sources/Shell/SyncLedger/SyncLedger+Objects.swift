public import Database
public import MailTypes
internal import Reconciliation

/// What servers call the contents of messages [RFC 8474 §5.1], so that what is here in one mailbox need not come for
/// another one.
extension SyncLedger {
    /// A message that both sides have.
    public struct Known: Hashable, Sendable {
        public let mailbox: MailboxName
        public let uid: UID
        public let content: ContentDigest
    }

    /// Whether any server has ever said it.
    public func knowsObjects() throws(DatabaseError) -> Bool {
        try statements.objects.first { $0.number(0) > 0 } ?? false
    }

    /// The messages of an object that both sides have.
    public func messages(of object: [UInt8]) throws(DatabaseError) -> [Known] {
        var found: [Known] = []
        try statements.sameObjects.visit([.octets(object)]) { row throws(DatabaseError) in
            guard let name = MailboxName(ledger: row.octets(0)),
                let uid = UID(rawValue: UInt32(truncatingIfNeeded: row.integer(1))),
                let content = ContentDigest(row.octets(2))
            else { throw .damaged(path: database.path) }
            found.append(Known(mailbox: name, uid: uid, content: content))
        }
        return found
    }

    /// `uidValidity`: what the UIDs stand for. Nothing where the mailbox has another one by now.
    public func note(
        _ objects: [(uid: UID, id: [UInt8])], in mailbox: MailboxName, _ uidValidity: UIDValidity
    ) throws(DatabaseError) {
        guard let known = try mailboxes().first(where: { $0.name == mailbox }), known.status.uidValidity == uidValidity
        else { return }
        for object in objects {
            try statements.putObject.run([
                .integer(known.id), .integer(Int64(object.uid.rawValue)), .octets(object.id),
            ])
        }
    }
}
