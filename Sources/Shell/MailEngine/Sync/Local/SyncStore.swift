internal import Database
internal import Disk
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SyncLedger

/// The local side of an account's sync: its mail and its ledger. Runs on a separate thread.
actor SyncStore {
    private let executor = DiskExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private(set) var tree: MailTree
    private(set) var versions: RecoverableDraftVersions
    /// `nil` if drafts are only downloaded.
    private(set) var drafts: DraftStore?
    let ledger: SyncLedger
    private(set) var clock: any Clock
    private var state: Directory
    /// The account's lock, held until `unlock`. This object itself may live for a moment longer.
    private var lock: FileLock?
    /// What concerns only the sync that is running.
    var sync: LocalSyncRunState
    /// The local side of the pass that is running.
    var pass = LocalPassState()

    /// The file in the account's state directory that is locked during a sync.
    static let lockName = Array("lock".utf8)

    /// `state` is the account's directory for data that only petrel reads. Throws `busy` if another process is syncing
    /// the account.
    init(
        _ tree: MailTree, drafts: DraftStore?, state: Directory, clock: any Clock, index: ArrivalIndexer? = nil
    ) throws(SyncFailure) {
        lock = try Self.lock(state)
        self.state = state
        self.tree = tree
        self.drafts = drafts
        self.clock = clock
        versions = try SyncFailure.file { () throws(FileError) in try RecoverableDraftVersions(in: state) }
        do throws(LedgerFailure) {
            let ledger = try SyncLedger.open(in: state, now: clock.now())
            let missing = try LedgerFailure.database { () throws(DatabaseError) in try ledger.missingDrafts() }
            sync = LocalSyncRunState(index, missing: missing)
            self.ledger = ledger
        } catch {
            throw .ledger(error)
        }
    }

    private static func lock(_ state: Directory) throws(SyncFailure) -> FileLock {
        let lock = try SyncFailure.file { () throws(FileError) in try state.lock(lockName, waiting: false) }
        guard let lock else { throw .busy }
        return lock
    }

    // MARK: - Keeping the ledger open

    /// Ends a sync, but leaves the ledger open for the next one. Opening it takes longer than a sync of one message.
    func rest() throws(DatabaseError) {
        try ledger.noteState()
        sync = LocalSyncRunState(nil, missing: [])
        pass = LocalPassState()
        unlock()
    }

    /// Begins another sync after `rest`. Returns `false` if another process has changed the ledger since; the caller then
    /// opens it anew.
    func resume(
        _ tree: MailTree, drafts: DraftStore?, state: Directory, clock: any Clock, index: ArrivalIndexer?
    ) throws(SyncFailure) -> Bool {
        lock = try Self.lock(state)
        guard (try? ledger.isAsNoted(in: state)) ?? false else {
            close()
            unlock()
            return false
        }
        self.tree = tree
        self.drafts = drafts
        self.clock = clock
        self.state = state
        versions = try SyncFailure.file { () throws(FileError) in try RecoverableDraftVersions(in: state) }
        let missing = try SyncFailure.ledger { () throws(DatabaseError) in try ledger.missingDrafts() }
        sync = LocalSyncRunState(index, missing: missing)
        return true
    }

    /// Returns what the sync has changed here.
    func changed() -> ([MailboxName: SyncedMailboxChange], FilesChangedBySync) { (sync.changes, sync.files) }

    func close() {
        ledger.close()
    }

    /// Permits others to sync the account. Nothing may be changed after this.
    func unlock() {
        endSharing()
        lock = nil
    }

    /// Moves a damaged ledger aside. The ledger must be closed.
    func putLedgerAside() throws(SyncFailure) {
        try SyncFailure.file { () throws(FileError) in try SyncLedger.putAside(in: state, now: clock.now()) }
    }

    // MARK: - Mailboxes

    func known() throws(SyncFailure) -> [SyncLedger.Mailbox] {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.mailboxes() }
    }

    /// Plans which mailboxes to create, rename, remove and open. Only those that are `wanted` are opened because of changes
    /// here, or all if it is `nil`.
    func mailboxPlan(
        _ listing: ServerMailboxNames, isVerified: Bool, wanted: Set<MailboxName>?
    ) throws(SyncFailure) -> MailboxListPlan {
        try endRenames()
        let known = try known()
        var baselines: [MailboxName: SyncBaseline] = [:]
        for mailbox in known {
            // The messages are only needed for a mailbox that may have to be removed.
            baselines[mailbox.name] =
                listing.listed(mailbox.name) == nil
                ? try SyncFailure.ledger { () throws(DatabaseError) in try ledger.baseline(of: mailbox, &pass.contents)
                }
                : SyncBaseline(status: mailbox.status, pending: mailbox.pending, mailboxID: mailbox.mailboxID)
        }
        let looks = Dictionary(known.map { ($0.name, $0.look) }, uniquingKeysWith: { first, _ in first })
        var directories: [LocalDirectory] = []
        let found = try SyncFailure.file { () throws(FileError) in try tree.mailboxes() }
        for mailbox in found where !directories.contains(where: { $0.name == mailbox.name }) {
            if case .archive = listing.kind(of: mailbox.name) { continue }
            let isWanted = wanted?.contains(mailbox.name) ?? true
            var directory = LocalDirectory(
                mailbox.name, isChanged: isWanted && hasChanged(mailbox.name, since: looks[mailbox.name] ?? []))
            if looks[mailbox.name] == nil { directory.origin = try origin(of: mailbox.name, among: looks.keys) }
            directories.append(directory)
        }
        return MailboxListPlan(
            listed: listing.mailboxes, directories: directories, baselines: baselines, uses: listing.uses.uses,
            isVerified: isVerified,
            leaving: Set(try openEntries().lazy.filter { $0.kind == .leave }.compactMap(\.source)))
    }

    /// Returns the former name of a mailbox whose directory was renamed here. At least half of its file names must be
    /// tagged with that name.
    private func origin(
        of name: MailboxName, among known: some Sequence<MailboxName>
    ) throws(SyncFailure) -> MailboxName? {
        let entries = try SyncFailure.file { () throws(FileError) in try tree.maildir(name)?.entries() ?? [] }
        let names = entries.lazy.compactMap { SyncedFilename($0.name.base) }
        guard !entries.isEmpty else { return nil }
        return known.first { mailbox in
            let tag = SyncedFilename.tag(of: mailbox)
            return names.count { $0.isTagged(tag) } * 2 >= entries.count
        }
    }

    private func hasChanged(_ name: MailboxName, since look: [UInt8]) -> Bool {
        guard !look.isEmpty, let maildir = try? tree.maildir(name) else { return true }
        let directories = Maildir.Place.allCases.map { maildir.subdirectory($0) }
        return (try? MailboxModificationTimes(directories, now: clock.now()).facts) != look
    }

    func makeMailbox(_ name: MailboxName) throws(SyncFailure) {
        _ = try SyncFailure.file { () throws(FileError) in try tree.makingMaildir(name) }
    }

    func renameMailbox(_ name: MailboxName, to newName: MailboxName) throws(SyncFailure) {
        // Without the journal entry, the new name would look like a rename by the user if the server reverts its own.
        _ = try begin(.rename, from: name, to: newName)
        try SyncFailure.file { () throws(FileError) in try tree.rename(name, to: newName) }
        try endRenames()
    }

    /// Records the outcome of directory renames that were begun, and ends their journal entries.
    private func endRenames() throws(SyncFailure) {
        for entry in try openEntries() where entry.kind == .rename {
            guard let source = entry.source, let target = entry.target else { continue }
            let isDone = try SyncFailure.file { () throws(FileError) in
                guard try tree.maildir(target) != nil else { return false }
                return try tree.maildir(source) == nil
            }
            try SyncFailure.ledger { () throws(DatabaseError) in
                try ledger.transaction { () throws(DatabaseError) in
                    if isDone { try ledger.rename(source, to: target) }
                    try ledger.end(entry)
                }
            }
        }
    }

    /// Renames a mailbox in the ledger only. Its directory already has the new name.
    func renameBaseline(of name: MailboxName, to newName: MailboxName) throws(SyncFailure) {
        try SyncFailure.ledger { () throws(DatabaseError) in try ledger.rename(name, to: newName) }
    }

    /// Removes a mailbox that the server no longer has, and its messages. Returns `false` if it contains files that the
    /// server never had. These stay in what is now a local mailbox, which is uploaded like any other.
    func removeMailbox(_ name: MailboxName) throws(SyncFailure) -> Bool {
        guard let mailbox = try known().first(where: { $0.name == name }) else { return true }
        let baseline = try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.baseline(of: mailbox, &pass.contents)
        }
        // Without the journal entry, the removed files would look like deletions by the user if the mailbox reappears.
        _ = try begin(.leave, from: name)
        let isGone = try SyncFailure.file { () throws(FileError) in
            guard let maildir = try tree.maildir(name) else { return true }
            let scan = try LocalScan(maildir, of: name, now: clock.now())
            let known = scan.files.filter { LocalScan.isKnown($0, in: baseline) != nil }
            for file in known { try maildir.remove(file.entry, lasting: false) }
            try maildir.synchronize()
            guard known.count == scan.files.count else { return false }
            try tree.removeEmpty(name)
            return true
        }
        try startOver(name)
        return isGone
    }

    /// Discards the sync state of a mailbox, and ends journal entries about its removal.
    func startOver(_ name: MailboxName) throws(SyncFailure) {
        let begun = try openEntries().filter { $0.kind == .leave && $0.source == name }
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                try ledger.remove(name)
                for entry in begun { try ledger.end(entry) }
            }
        }
    }
}

extension SyncStore {
    /// Waits until changes that other programs are making should be complete.
    func waitUntilSettled() {
        clock.sleep(for: .milliseconds(Int(MailboxModificationTimes.patience + 1) * 1000 + 100))
    }
}
