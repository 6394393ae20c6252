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
}
