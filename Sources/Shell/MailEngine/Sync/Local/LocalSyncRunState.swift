internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import SyncLedger

/// The state of the local side during one sync. Each sync begins with a new value.
struct LocalSyncRunState {
    /// Indexes messages as they arrive.
    let index: ArrivalIndexer?
    /// The changes that this sync made in mailboxes that no other program changed meanwhile.
    var changes: [MailboxName: SyncedMailboxChange] = [:]
    /// Mailboxes that mbsync syncs as well.
    var sharing = SyncStore.Sharing()
    /// The files that this sync created and removed.
    var files = FilesChangedBySync()
    /// In mailboxes with files whose UIDs the server has not assigned, the first such UID. Valid for one pass.
    var firstUnassigned: [MailboxName: UID] = [:]
    var temporaryFiles: [Int: TemporaryMessageFile] = [:]
    var temporaryFileCount = 0
    /// Messages that earlier syncs have asked about, and that the user has confirmed to have deleted.
    var confirmedDeletions: [SyncedFilename] = []
    /// Drafts that this sync has fetched.
    var arrivedDrafts: Set<SyncedFilename> = []
    /// Drafts that the server no longer has, and that may have been either deleted or replaced.
    var missing: Set<SyncLedger.MissingDraft>
    /// Those of the missing drafts that an earlier sync found.
    let missingBefore: Set<SyncLedger.MissingDraft>

    /// `missing`: those that earlier syncs found.
    init(_ index: ArrivalIndexer?, missing: Set<SyncLedger.MissingDraft>) {
        self.index = index
        self.missing = missing
        missingBefore = missing
    }
}
