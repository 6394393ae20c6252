internal import Database
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// Mailboxes that look as when both sides agreed, and that only the server has changed since. What it says of few messages
/// is weighed against these few, however many there are.
extension SyncStore {
    /// What is known of such a mailbox before the server is asked; `nil` where its files have to be looked at.
    func unchangedSnapshot(of name: MailboxName) throws(SyncFailure) -> ScanSummary? {
        guard name != .drafts, let mailbox = try known().first(where: { $0.name == name }), !mailbox.look.isEmpty,
            let maildir = try? tree.maildir(name)
        else { return nil }
        pass.watcher?.begin(name, maildir)
        let directories = Maildir.Place.allCases.map { maildir.subdirectory($0) }
        guard (try? MailboxSignature(directories, now: clock.now()).facts) == mailbox.look else { return nil }
        pass.watcher?.found(name, maildir, looking: mailbox.look)
        // How many messages both sides have is asked where the server says how many it has.
        return ScanSummary()
    }

    /// Prepares the plan of such a mailbox. `others`: messages whose files are wanted as well. `false` where more has happened
    /// than it can be made from.
    func prepareIncrementalScan(
        of name: MailboxName, from server: ServerMailbox, including others: UIDSet
    ) throws(SyncFailure) -> Bool {
        guard let mailbox = try known().first(where: { $0.name == name }),
            server.status.uidValidity == mailbox.status.uidValidity, case .vanished(let vanished) = server.presence
        else { return false }
        let named = UIDSet(server.messages.lazy.map(\.uid)).union(vanished).union(mailbox.pending).union(others)
        let anchor = try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.anchor(of: mailbox, naming: named, &pass.contents)
        }
        let uids = UIDSet(anchor.messages.lazy.map(\.uid))
        do throws(FileError) {
            guard let maildir = try tree.maildir(name) else { return false }
            let scan = try LocalScan(maildir, of: name, holding: uids, looking: mailbox.look)
            let found = scan.files.lazy.filter { LocalScan.isKnown($0, in: anchor) != nil }.compactMap {
                $0.synced?.uid
            }
            // One that is gone, or is there twice, is another program's doing.
            guard scan.files.count == uids.count, UIDSet(found) == uids else { return false }
            pass.scans[name] = scan
        } catch {
            return false
        }
        pass.incrementalAnchors[name] = anchor
        return true
    }
}
