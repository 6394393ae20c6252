internal import Database
internal import Disk
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// An account whose server is another one than before.
extension SyncStore {
    /// Returns the server that the sync state is about; `nil` if that was never recorded.
    func recordedServer() throws(SyncFailure) -> [UInt8]? {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.server() }
    }

    /// Records which server the sync state is about.
    func record(_ server: [UInt8]) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in try ledger.setServer(server) }
        }
    }

    /// The number of messages of a mailbox to compare, of the last ones and of all.
    private static let sampleSize = 16

    /// Returns the identities of some messages of a mailbox that both sides had, and whose files are here. The last ones are
    /// among them: on a server with copies of the messages, UIDs differ after the first gap.
    func sample(of mailbox: SyncLedger.Mailbox) throws(SyncFailure) -> [UID: MessageIdentity] {
        let isOfMailbox = { (file: LocalScan.File) in file.synced?.uidValidity == mailbox.status.uidValidity }
        return try SyncFailure.file { () throws(FileError) in
            guard let maildir = try tree.maildir(mailbox.name) else { return [:] }
            var scan = try LocalScan(maildir, of: mailbox.name, now: clock.now())
            let uids = scan.files.filter(isOfMailbox).compactMap { $0.synced?.uid }.sorted()
            let step = max(1, uids.count / Self.sampleSize)
            let chosen = Set(uids.suffix(Self.sampleSize) + stride(from: 0, to: uids.count, by: step).map { uids[$0] })
            scan.files.removeAll { file in !isOfMailbox(file) || !(file.synced.map { chosen.contains($0.uid) } ?? false)
            }
            try scan.identify { _ in true }
            var sample: [UID: MessageIdentity] = [:]
            for file in scan.files { if let uid = file.synced?.uid { sample[uid] = file.identity } }
            return sample
        }
    }

    /// Begins anew with another server: discards the sync state of these mailboxes, or of all if `names` is `nil`. The next
    /// pass matches all their messages with the server's by content, and deletes nothing on either side.
    func startOver(with server: [UInt8], in names: Set<MailboxName>?) throws(SyncFailure) {
        // The files first: if this is interrupted, the ledger is still that of the former server, so it is repeated.
        try SyncFailure.file { () throws(FileError) in
            for mailbox in try tree.mailboxes() where names?.contains(mailbox.name) ?? true {
                if let maildir = try tree.maildir(mailbox) { try disownFiles(in: maildir) }
            }
        }
        let hasDrafts = try SyncFailure.file { () throws(FileError) in try tree.maildir(.drafts) != nil }
        if let drafts, hasDrafts, names?.contains(.drafts) ?? true {
            try SyncFailure.draft { () throws(DraftError) in try drafts.disownServerVersions(at: clock.now()) }
        }
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                if let names {
                    for name in names.sorted() { try ledger.remove(name) }
                } else {
                    try ledger.removeAll()
                }
                try ledger.setServer(server)
            }
        }
        if names == nil { sync = LocalSyncRunState(sync.index, missing: []) }
    }

    /// Renames the files that are named after messages of the former server.
    private func disownFiles(in maildir: Maildir) throws(FileError) {
        var isChanged = false
        for entry in try maildir.entries() {
            guard let synced = SyncedFilename(entry.name.base), synced.uidValidity != .highest else { continue }
            let name = SyncedFilename(ofFormerServer: synced).octets
            let field = SyncedFilename.mbsyncField(of: entry.name.base)
            // The name is taken if the account has changed its server twice.
            if try maildir.rename(entry, to: name + field, { $0 }) == nil {
                _ = try maildir.rename(entry, to: UniqueName.next() + field) { $0 }
            }
            isChanged = true
        }
        if isChanged { try maildir.synchronize() }
    }
}
