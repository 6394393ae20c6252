internal import Database
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

extension SyncStore {
    /// Returns the UIDs that the server has given to other messages, for each mailbox of which it has just described all
    /// messages because their UIDs are in doubt. Reads the files whose names do not have the date of the message.
    func reassignedUIDs(_ servers: [MailboxName: ServerMailbox]) throws(SyncFailure) -> [MailboxName: UIDSet] {
        var found: [MailboxName: UIDSet] = [:]
        guard !isShared else { return found }
        for mailbox in try known() where mailbox.name != .drafts {
            guard let server = servers[mailbox.name], server.isVerified, var scan = pass.scans[mailbox.name],
                server.status.uidValidity == mailbox.status.uidValidity,
                server.messages.allSatisfy({ $0.identity != nil })
            else { continue }
            func named(_ file: LocalScan.File) -> ReassignedUIDs.File? {
                guard let synced = file.synced, synced.uidValidity == server.status.uidValidity else { return nil }
                return ReassignedUIDs.File(synced.uid, arrived: synced.arrived, identity: file.identity)
            }
            try SyncFailure.file { () throws(FileError) in
                try scan.identify { $0.digest == nil && named($0)?.mayDiffer(in: server) ?? false }
            }
            pass.scans[mailbox.name] = scan
            let baseline = try SyncFailure.ledger { () throws(DatabaseError) in
                try ledger.baseline(of: mailbox, &pass.contents)
            }
            let reassigned = ReassignedUIDs(
                files: scan.files.compactMap(named), agreed: UIDSet(baseline.messages.lazy.map(\.uid)), server: server)
            found[mailbox.name] = reassigned.uids
        }
        return found
    }

    // MARK: - Recognizing mailboxes

    /// Returns the messages of which the server is asked for the dates: the one whose date is known, and the newest one.
    /// Drafts are compared with their texts in any case.
    func landmarks(of mailbox: SyncLedger.Mailbox) throws(SyncFailure) -> UIDSet {
        guard mailbox.name != .drafts else { return UIDSet() }
        return try SyncFailure.ledger { () throws(DatabaseError) in
            UIDSet([try ledger.witness(of: mailbox)?.uid, try ledger.lastUID(in: mailbox)].compactMap(\.self))
        }
    }

    func witness(of mailbox: SyncLedger.Mailbox) throws(SyncFailure) -> UIDWitness? {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.witness(of: mailbox) }
    }

    /// Returns, for each mailbox that the server has proven to be the one in the ledger, the newest message whose date it
    /// reported.
    func witnesses(
        _ servers: [MailboxName: ServerMailbox], _ sides: [ThreeWayMailboxState], _ plan: SyncPlan
    ) -> [MailboxName: (witness: UIDWitness, former: UID?)] {
        var found: [MailboxName: (UIDWitness, UID?)] = [:]
        for side in sides where side.name != .drafts && !plan.restored.contains(side.name) {
            guard let server = servers[side.name] else { continue }
            let name = side.name
            let former = side.witness?.uid
            if server.isVerified {
                // After a restoration, the UIDs are valid once the files without a message are renamed.
                guard pass.scans[name]?.isSettled ?? false, let last = server.messages.last,
                    let arrived = last.identity?.date
                else { continue }
                found[name] = (UIDWitness(last.uid, arrived: arrived), former)
            } else if let last = server.dates.max(by: { $0.key < $1.key }) {
                found[name] = (UIDWitness(last.key, arrived: last.value), former)
            }
        }
        return found
    }
}
