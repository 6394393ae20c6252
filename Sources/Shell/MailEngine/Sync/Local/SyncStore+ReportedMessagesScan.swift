internal import Database
internal import Disk
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Incremental scans of mailboxes in which nothing was changed here since the last sync, or only flags. Only the messages
/// that the server reported are compared, and those whose flags were changed here, however large the mailbox is.
extension SyncStore {
    /// Returns the summary of an unchanged mailbox, or `nil` if its files must be scanned.
    func unchangedSnapshot(of name: MailboxName) throws(SyncFailure) -> ScanSummary? {
        guard name != .drafts, let mailbox = try known().first(where: { $0.name == name }), !mailbox.look.isEmpty,
            let maildir = try? tree.maildir(name), !isObstructed(name)
        else { return nil }
        pass.watcher?.begin(name, maildir)
        let directories = Maildir.Place.allCases.map { maildir.subdirectory($0) }
        guard (try? MailboxModificationTimes(directories, now: clock.now()).facts) == mailbox.look else { return nil }
        pass.watcher?.found(name, maildir, looking: mailbox.look)
        // The counts are needed only without QRESYNC, which incremental scans require.
        return ScanSummary()
    }

    /// Returns the summary of a mailbox in which nothing but flags was changed here, or `nil` if all its files must be
    /// compared.
    func flagChanges(of name: MailboxName) throws(SyncFailure) -> ScanSummary? {
        guard name != .drafts, !isShared, sync.firstUnassigned[name] == nil,
            let mailbox = try known().first(where: { $0.name == name }), let maildir = try? tree.maildir(name),
            !isObstructed(name)
        else { return nil }
        pass.watcher?.begin(name, maildir)
        let scan = try FlagChangeScan(
            maildir, of: name, mailbox.status.uidValidity, trusting: mailbox.look, now: clock.now()
        ) { body throws(SyncFailure) in
            try SyncFailure.ledger { () throws(DatabaseError) in try ledger.forEachMessage(of: mailbox, body) }
        }
        guard let scan else { return nil }
        if scan.isSettled { pass.watcher?.found(name, maildir, looking: scan.facts) }
        pass.flagChanges[name] = scan
        return ScanSummary(hasOnlyFlagChanges: true)
    }

    /// Loads the files and the sync state of the messages that the server reported, and of those whose flags were changed
    /// here. `server`: `nil` if it was not asked. `others` are messages whose files are needed as well. Returns `false` if
    /// the mailbox needs a full scan.
    func prepareIncrementalScan(
        of name: MailboxName, from server: ServerMailbox?, including others: UIDSet
    ) throws(SyncFailure) -> Bool {
        guard let mailbox = try known().first(where: { $0.name == name }) else { return false }
        let flags = pass.flagChanges[name]
        var named = mailbox.pending.union(others).union(flags?.changed ?? UIDSet())
        if let server {
            guard server.status.uidValidity == mailbox.status.uidValidity,
                case .vanished(let vanished) = server.presence
            else { return false }
            named = named.union(UIDSet(server.messages.lazy.map(\.uid))).union(vanished)
        }
        let baseline = try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.baseline(of: mailbox, naming: named, &pass.contents)
        }
        let uids = UIDSet(baseline.messages.lazy.map(\.uid))
        do throws(FileError) {
            guard let maildir = try tree.maildir(name) else { return false }
            let scan = try LocalScan(
                maildir, of: name, holding: uids, looking: flags?.facts ?? mailbox.look,
                isSettled: flags?.isSettled ?? true)
            let found = scan.files.lazy.filter { LocalScan.isKnown($0, in: baseline) != nil }.compactMap {
                $0.synced?.uid
            }
            // If a file is missing or exists twice, another program changed the mailbox.
            guard scan.files.count == uids.count, UIDSet(found) == uids else { return false }
            if let flags {
                let directories = Maildir.Place.allCases.map { maildir.subdirectory($0) }
                guard try MailboxModificationTimes(directories, now: clock.now()).facts == flags.facts else {
                    return false
                }
            }
            pass.scans[name] = scan
        } catch {
            return false
        }
        pass.incrementalBaselines[name] = baseline
        return true
    }
}
