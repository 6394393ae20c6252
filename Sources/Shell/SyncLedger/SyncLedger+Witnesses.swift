public import Database
public import MailTypes
public import Reconciliation

extension SyncLedger {
    /// Returns the newest message of a mailbox whose date is known; `nil` if there is none with this UIDVALIDITY.
    public func witness(of mailbox: Mailbox) throws(DatabaseError) -> UIDWitness? {
        let select = try database.prepare("SELECT uid, arrived FROM witness WHERE mailbox = ? AND uidvalidity = ?")
        let found = try select.first([.integer(mailbox.id), .integer(Int64(mailbox.status.uidValidity.rawValue))]) {
            row in (uid: UID(rawValue: UInt32(truncatingIfNeeded: row.integer(0))), arrived: row.integer(1))
        }
        guard let found, let uid = found.uid else { return nil }
        return UIDWitness(uid, arrived: Instant(seconds: found.arrived))
    }

    /// Returns the highest UID in the baseline of a mailbox.
    public func lastUID(in mailbox: Mailbox) throws(DatabaseError) -> UID? {
        let select = try database.prepare("SELECT uid FROM message WHERE mailbox = ? ORDER BY uid DESC LIMIT 1")
        let found = try select.first([.integer(mailbox.id)]) {
            UID(rawValue: UInt32(truncatingIfNeeded: $0.integer(0)))
        }
        return found ?? nil
    }

    /// Records a message by which the UIDs of a mailbox can be recognized, unless a newer one than `former` is recorded.
    public func set(
        _ witness: UIDWitness, of name: MailboxName, insteadOf former: UID?
    ) throws(DatabaseError) {
        guard let id = id(of: name) else { return }
        let insert = try database.prepare(
            """
            INSERT INTO witness(mailbox, uidvalidity, uid, arrived) SELECT id, uidvalidity, ?2, ?3 FROM mailbox WHERE id = ?1
            ON CONFLICT(mailbox) DO UPDATE
            SET uidvalidity = excluded.uidvalidity, uid = excluded.uid, arrived = excluded.arrived
            WHERE (excluded.uid <> witness.uid OR excluded.arrived <> witness.arrived) AND witness.uid = ?4
            OR excluded.uid > witness.uid OR excluded.uidvalidity <> witness.uidvalidity
            """)
        try insert.run([
            .integer(id), .integer(Int64(witness.uid.rawValue)), .integer(witness.arrived.seconds),
            former.map { .integer(Int64($0.rawValue)) } ?? .null,
        ])
    }

    func removeWitness(of id: Int64) throws(DatabaseError) {
        try database.prepare("DELETE FROM witness WHERE mailbox = ?").run([.integer(id)])
    }
}
