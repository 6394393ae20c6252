public import MailTypes

/// What a sync is to do, in order: a function of what is here, what the server has, and what both last agreed on.
///
/// One plan may leave something for the next, for example where a message must come before it is known whether another
/// one has to go up. A sync is over when a plan is empty.
public struct SyncPlan: Hashable, Sendable {
    /// In the order of their phases.
    public let operations: [SyncOperation]
    /// What is left undone, and why.
    public let notices: [SyncNotice]
    /// Mailboxes of which something that was seen is left to another plan: they are to be looked into again.
    public let unfinished: Set<MailboxName>

    /// Whether messages wait for the content of others that this plan fetches.
    public let awaitsCopies: Bool

    private let uidValidities: [MailboxName: UIDValidity]

    /// What the UIDs of this plan stand for. Where the server shows another UIDVALIDITY when the mailbox is selected, none
    /// of the mailbox's operations is done: the next plan finds out what became of it.
    public func uidValidity(of mailbox: MailboxName) -> UIDValidity? { uidValidities[mailbox] }

    /// Whether neither side's mail changes. Anchors may still move.
    public var isEmpty: Bool {
        operations.allSatisfy { $0.phase == .anchor || $0.phase == .begin }
    }

    /// `mailboxes`: those of an account; each whose directory has changed is to be among them with its files, as what is
    /// missing in one may be found in another.
    public init(_ mailboxes: [MailboxMergeInput], failures: PushFailures = PushFailures()) {
        var planner = SyncPlanner(mailboxes.sorted { $0.name < $1.name }, failures)
        planner.plan()
        let ranked = planner.operations.enumerated().map { ($0.element.phase.rawValue, $0.offset) }
        let order = ranked.sorted { $0 < $1 }
        let unsorted = planner.operations
        operations = order.map { unsorted[$0.1] }
        notices = planner.notices
        awaitsCopies = planner.awaitsCopies
        let left = zip(planner.sides, planner.comparisons).lazy.filter { !$0.1.mayAdvance || $0.1.mustMatchFirst }
        unfinished = Set(left.map(\.0.name))
        let lives = mailboxes.compactMap { side in side.uidValidity.map { (side.name, $0) } }
        uidValidities = Dictionary(lives, uniquingKeysWith: { first, _ in first })
    }
}
