internal import Database
internal import Digest
internal import MailTypes
internal import Platform
internal import SyncLedger

/// The journal of idempotent appends.
extension SyncStore {
    func beginAppend(
        _ order: AppendRequest, _ uidValidity: UIDValidity?, behind fence: UID, of draft: SyncLedger.Append.Draft?
    ) throws(SyncFailure) -> SyncLedger.Append {
        let digest = order.digest
        return try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.begin(
                order.messageID, digest, size: order.octets.count, to: order.mailbox, uidValidity, behind: fence,
                of: draft, at: clock.now())
        }
    }

    func noteClaimed(_ append: SyncLedger.Append) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.noteClaimed(append) }
    }

    func noteStored(_ append: SyncLedger.Append, _ uid: UID?) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.noteStored(append, uid) }
    }

    /// Removes the entry: the outcome is known on both sides.
    func end(_ append: SyncLedger.Append) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.end(append) }
    }

    func openAppends() throws(SyncFailure) -> [SyncLedger.Append] {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.openAppends() }
    }

    /// Returns the append of the same message that an earlier sync began, if any.
    func openAppend(of order: AppendRequest) throws(SyncFailure) -> SyncLedger.Append? {
        let digest = order.digest
        return try openAppends().first {
            $0.draft == nil && $0.mailbox == order.mailbox && $0.messageID == order.messageID && $0.digest == digest
        }
    }

    func wait(_ duration: Duration) {
        clock.sleep(for: duration)
    }
}

extension AppendRequest {
    fileprivate var digest: ContentDigest {
        guard let digest = ContentDigest(SHA256.digest(ofMessage: octets)) else {
            preconditionFailure("SHA-256 has 32 bytes")
        }
        return digest
    }
}
