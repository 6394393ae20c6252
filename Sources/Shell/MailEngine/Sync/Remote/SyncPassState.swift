internal import MailTypes
internal import Reconciliation
internal import SyncLedger

/// The state of one pass of a sync.
struct SyncPassState {
    var listing: ServerMailboxNames
    /// Mailboxes that the server must list completely, because the previous pass could not verify them.
    var doubted: Set<MailboxName>
    /// Those of them that seem to have been restored from a backup on the server.
    let restored: Set<MailboxName>
    var plan = SyncPlan([])
    var isFirst = false
    var reasons: [MailboxName: MailboxListPlan.Reason] = [:]
    /// Local mailboxes that are not in the listing, or not synced. They are scanned because messages may have been moved
    /// into them.
    var unlisted: [MailboxName] = []
    /// Local mailboxes that are not synced.
    var unsynced: [MailboxName] = []
    /// Mailboxes that this pass could not verify.
    var doubts: Set<MailboxName> = []
    /// Mailboxes that the server refused to open.
    var unobservedMailboxes: Set<MailboxName> = []
    /// Mailboxes that cannot be synced beside mbsync, or in which no message can be stored.
    var refused: Set<MailboxName> = []
    /// Mailboxes whose flags the server listed completely.
    var compared: Set<MailboxName> = []
    /// Mailboxes whose directories cannot be created, renamed or removed, or cannot have that name.
    private(set) var blocked: Set<MailboxName> = []
    var wantsAnother = false
    /// Whether the server refused something. The next sync retries it, not the next pass.
    var hasRefusals = false
    /// Whether the next pass must wait, because another program may be in the middle of a change.
    var mustSettle = false
    /// The UIDs that the server assigned to uploaded files in this pass.
    var assigned: [LocalMessage.Handle: UID] = [:]
    var entries: [SyncLedger.Entry] = []
    /// The moves on the server of messages whose files must still get the UIDs of the copies. Until then, the sync state
    /// keeps the messages: if the sync is interrupted, the flags of copies and files are merged. Without COPYUID, the
    /// next pass does that.
    var moved: [SyncOperation] = []
    /// Files that were moved here, with their mailboxes. The server had nothing to move.
    var unmoved: [(mailbox: MailboxName, handle: LocalMessage.Handle)] = []

    /// `former`: the previous pass, if there was one.
    init(listing: ServerMailboxNames, after former: SyncPassState? = nil) {
        self.listing = listing
        doubted = former?.doubts ?? []
        restored = former?.plan.restored ?? []
    }

    /// Leaves mailboxes out of this pass, because their directories cannot be used. All others are synced.
    mutating func block(_ names: Set<MailboxName>) {
        blocked.formUnion(names)
        for name in names { reasons[name] = nil }
        unlisted.removeAll { names.contains($0) }
        listing.leaveOut(names)
    }
}

extension MailboxListPlan {
    /// Local mailboxes that are not in the listing, or not synced.
    var unlisted: [MailboxName] {
        var names: [MailboxName] = []
        for case .makeOnServer(let name) in steps { names.append(name) }
        for case .goneOnServer(let name, _) in notices { names.append(name) }
        return names + unsynced
    }
}
