internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

/// The state of the local side during one pass of a sync. Each pass begins with a new value, so that data of an earlier
/// plan cannot be used by mistake.
struct LocalPassState {
    /// Maps message digests to the content numbers that the plan uses.
    var contents = ContentDigestInterner()
    var scans: [MailboxName: LocalScan] = [:]
    /// Mailboxes whose directories could not be read.
    var unreadable: Set<MailboxName> = []
    /// Those of them in which no message can be stored, and why.
    var obstacles: [MailboxName: FileError] = [:]
    /// The mailboxes in which nothing but flags was changed here.
    var flagChanges: [MailboxName: FlagChangeScan] = [:]
    /// The baselines of mailboxes that were scanned incrementally: only the messages that the server reported, and those
    /// whose flags were changed here.
    var incrementalBaselines: [MailboxName: SyncBaseline] = [:]
    /// The server's object IDs of the messages that it reported [RFC 8474].
    var objectIDs: [MailboxName: (uidValidity: UIDValidity, ids: [(uid: UID, id: [UInt8])])] = [:]
    /// The file of each handle in the plan, as an index into the scan of its mailbox.
    var handles: [(mailbox: MailboxName, file: Int)] = []
    var plan: SyncPlan?
    /// The messages by which mailboxes can be recognized in the next sync, and those that they replace.
    var witnesses: [MailboxName: (witness: UIDWitness, former: UID?)] = [:]
    /// Mailboxes in which an operation of the plan could not be performed here.
    var undone: Set<MailboxName> = []
    /// Mailboxes in which this pass has changed files since it scanned them.
    var touched: Set<MailboxName> = []
    /// Files of which a fetched message was made.
    var adopted: Set<LocalMessage.Handle> = []
    /// Files that were moved here, and now follow their messages, which another client had moved elsewhere.
    var overriddenMoves: [Route] = []
    /// Detects changes by other programs in the mailboxes of the plan; `nil` if directories cannot be watched.
    var watcher: ConcurrentMaildirChangeDetector?
    /// Open batches of messages that are being stored.
    var arrivals: [MailboxName: MaildirBatchWriter] = [:]

    /// From which mailbox to which a file was moved.
    struct Route: Hashable, Comparable {
        let source: MailboxName
        let target: MailboxName

        static func < (one: Route, other: Route) -> Bool { (one.source, one.target) < (other.source, other.target) }
    }

    /// `watcher` starts watching each mailbox before it is scanned.
    init(watchedBy watcher: ConcurrentMaildirChangeDetector? = nil) {
        self.watcher = watcher
    }
}
