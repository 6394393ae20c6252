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
    private(set) var state: Directory
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

    /// What is known about messages whose files are gone.
    var records: DeletionRecords { DeletionRecords(in: state) }

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
}

extension SyncStore {
    /// Waits until changes that other programs are making should be complete.
    func waitUntilSettled() {
        clock.sleep(for: .milliseconds(Int(MailboxModificationTimes.patience + 1) * 1000 + 100))
    }
}
