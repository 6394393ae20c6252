internal import Database
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

extension SyncStore {
    func begin(
        _ kind: SyncLedger.Entry.Kind, from source: MailboxName? = nil, _ uidValidity: UIDValidity? = nil,
        _ uids: UIDSet = UIDSet(), to target: MailboxName? = nil, behind fence: UID? = nil
    ) throws(SyncFailure) -> SyncLedger.Entry {
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.begin(kind, from: source, uidValidity, uids, to: target, behind: fence, at: clock.now())
        }
    }

    func noteCopied(_ entry: SyncLedger.Entry) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.noteCopied(entry) }
    }

    func end(_ entries: [SyncLedger.Entry]) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                for entry in entries { try ledger.end(entry) }
            }
        }
    }

    func openEntries() throws(SyncFailure) -> [SyncLedger.Entry] {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.openEntries() }
    }

    /// Ends the entries of uploads whose files now have their UIDs or are gone.
    func endSettledUploads() throws(SyncFailure) {
        let settled = try openEntries().filter { entry in
            guard entry.kind != .expunge, !entry.isCopied, let target = entry.target,
                let scan = pass.scans[target]
            else { return false }
            return scan.isSettled && !scan.files.contains { $0.digest != nil && $0.synced == nil }
        }
        if !settled.isEmpty { try end(settled) }
    }

    /// Counts refusals by the server. The next sync opens these mailboxes again, because the changes are still pending.
    func refuse(_ subjects: [SyncLedger.Refusal.Subject], in mailboxes: [MailboxName]) throws(SyncFailure) {
        pass.undone.formUnion(mailboxes)
        guard !subjects.isEmpty else { return }
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                for subject in subjects { try ledger.refuse(subject) }
            }
        }
    }

    /// Whether any of these was refused so often that it is no longer retried.
    func hasGivenUp(_ subjects: [SyncLedger.Refusal.Subject]) throws(SyncFailure) -> Bool {
        let refusals = try SyncFailure.ledger { () throws(DatabaseError) in try ledger.refusals() }
        return refusals.contains { $0.count >= RejectedChangeCounts.limit && subjects.contains($0.subject) }
    }

    func accept(_ subjects: [SyncLedger.Refusal.Subject]) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in
            // Usually nothing was refused, and there may be a thousand subjects.
            guard try !ledger.refusals().isEmpty else { return }
            try ledger.transaction { () throws(DatabaseError) in
                for subject in subjects { try ledger.accept(subject) }
            }
        }
    }

    /// The key under which refusals of an upload are counted.
    func uploadSubject(_ handle: LocalMessage.Handle) -> SyncLedger.Refusal.Subject? {
        place(of: handle).map { .upload(pass.handles[handle.rawValue].mailbox, $0.entry.name.base) }
    }
}
