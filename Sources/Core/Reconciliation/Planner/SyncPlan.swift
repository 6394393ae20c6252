public import MailTypes

/// The operations of a sync, in order: a function of the local files, the server's state, and the baseline that both
/// last agreed on.
///
/// A plan may leave something for the next one, for example when a message must be fetched to decide whether another
/// one must be uploaded. A sync is complete when a plan is empty.
public struct SyncPlan: Hashable, Sendable {
    /// In the order of their phases.
    public let operations: [SyncOperation]
    /// What is left undone, with the reasons.
    public let notices: [SyncNotice]
    /// Mailboxes with changes that are left to another plan; they must be scanned again.
    public let unfinished: Set<MailboxName>

    /// Whether messages wait for the content of others that this plan fetches.
    public let awaitsCopies: Bool

    /// Whether files that were moved or flagged here wait for the new messages of other mailboxes.
    public let awaitsMovedMessages: Bool

    /// Mailboxes that seem to have been restored from a backup on the server. In the next listing of each, the server must
    /// describe all messages by their identities.
    public let restored: Set<MailboxName>

    /// Mailboxes of which all files are gone, and that are still changing, with the messages that the files had. If the files
    /// do not come back, the user must confirm these deletions, even if new mail has arrived meanwhile.
    public let emptied: [MailboxName: UIDSet]

    private let uidValidities: [MailboxName: UIDValidity]
    /// The first UID that each mailbox of the server may give to a new message; `nil` if the server reported no UIDNEXT.
    private let uidNexts: [MailboxName: UID?]

    /// Returns the UIDVALIDITY that the plan's UIDs refer to. If the server reports another one when the mailbox is
    /// selected, all operations of the mailbox are skipped, and the next plan handles the change.
    public func uidValidity(of mailbox: MailboxName) -> UIDValidity? { uidValidities[mailbox] }

    /// Returns whether the server may have given this UID to a new message: UIDs only ever grow [RFC 9051 §2.3.1.1], so
    /// those below the UIDNEXT at the time of planning belong to other messages. Without UIDNEXT a false UID could not be
    /// distinguished later from that of a deleted message, so none is accepted.
    public func isAssignable(_ uid: UID, in mailbox: MailboxName) -> Bool {
        guard let next = uidNexts[mailbox] else { return true }
        return next.map { uid >= $0 } ?? false
    }

    /// Whether the plan changes no mail on either side. Baselines may still change.
    public var isEmpty: Bool {
        operations.allSatisfy { $0.phase == .baseline || $0.phase == .begin }
    }

    /// `mailboxes`: the mailboxes of one account. Each mailbox whose directory has changed must be included with its
    /// files, because a message missing in one may be found in another. `isShared`: whether another program syncs the
    /// same files. `search`: how far the search is for messages that were moved on both sides.
    public init(
        _ mailboxes: [ThreeWayMailboxState], failures: RejectedChangeCounts = RejectedChangeCounts(),
        isShared: Bool = false, search: MovedMessageSearch = .inChangedMailboxes
    ) {
        var planner = SyncPlanner(mailboxes.sorted { $0.name < $1.name }, failures, isShared: isShared, search)
        planner.plan()
        let ranked = planner.operations.enumerated().map { ($0.element.phase.rawValue, $0.offset) }
        let order = ranked.sorted { $0 < $1 }
        let unsorted = planner.operations
        operations = order.map { unsorted[$0.1] }
        notices = planner.notices
        awaitsCopies = planner.awaitsCopies
        awaitsMovedMessages = !planner.waiting.isEmpty || !planner.waitingForFlags.isEmpty
        restored = Set(zip(planner.sides, planner.comparisons).lazy.filter(\.1.isRestored).map(\.0.name))
        let left = zip(planner.sides, planner.comparisons).lazy.filter { !$0.1.mayAdvance || $0.1.mustMatchFirst }
        unfinished = Set(left.map(\.0.name))
        let empty = mailboxes.filter { side in
            side.local.map { $0.look == .unsettled && $0.messages.isEmpty } ?? false
        }
        let gone = empty.map { ($0.name, UIDSet(($0.baseline?.messages ?? []).map(\.uid))) }
        emptied = Dictionary(gone.filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
        let lives = mailboxes.compactMap { side in side.uidValidity.map { (side.name, $0) } }
        uidValidities = Dictionary(lives, uniquingKeysWith: { first, _ in first })
        let nexts = mailboxes.compactMap { side in side.server.map { (side.name, $0.firstFreeUID) } }
        uidNexts = Dictionary(nexts, uniquingKeysWith: { first, _ in first })
    }
}
