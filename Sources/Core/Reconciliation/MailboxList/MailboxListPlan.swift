public import MailTypes

/// Decides which mailboxes are created, renamed and removed on each side, and which ones a sync must open. Most are
/// unchanged, which their status shows.
public struct MailboxListPlan: Hashable, Sendable {
    public enum Step: Hashable, Sendable {
        /// Discards the agreed state, because the removal of the mailbox was interrupted and the server still has it.
        /// All messages on both sides are then matched again. On replay there is no agreed state.
        case startOver(MailboxName)
        /// Renames a directory because the server renamed the mailbox. Those below it, and the agreed state of all of
        /// them, follow. On replay it already has that name.
        case renameHere(from: MailboxName, to: MailboxName)
        /// Carries the agreed state of one mailbox to the name that its directory already has, or to the server's if
        /// its directory is gone. On replay it has been carried.
        case recordRename(from: MailboxName, to: MailboxName)
        /// Creates a directory. On replay it exists.
        case makeHere(MailboxName)
        /// RENAME. The server also renames those below [RFC 9051 §6.3.6], and their agreed state follows. On replay the
        /// new name is listed.
        case renameOnServer(from: MailboxName, to: MailboxName)
        /// CREATE. On replay the server reports that it exists.
        case makeOnServer(MailboxName)
        /// Keeps the files that were never uploaded as versions, then removes the directory. On replay it is gone.
        case removeHere(MailboxName)
        /// SELECT, then a plan for its messages.
        case open(MailboxName, Reason)
    }

    public enum Reason: Hashable, Sendable {
        case first
        case renumbered
        /// The server's status differs from the baseline's.
        case changedThere
        /// Files were added or removed, or their flags changed.
        case changedHere
        /// Messages are pending from an interrupted sync.
        case unfinished
        /// The server's listing includes no status.
        case noStatus
    }

    public enum Notice: Hashable, Sendable {
        /// The server no longer lists the mailbox, which had this many messages. If they are few, another listing must
        /// confirm it; otherwise they stay here until the user deletes or moves them.
        case goneOnServer(MailboxName, Int)
    }

    /// A mailbox that is gone on the server is removed here if it had at most this many messages.
    public static let mostRemovedMessages = 20

    /// In this order: start over, rename, create, remove, open. Within each by name, INBOX first.
    public let steps: [Step]
    public let notices: [Notice]
    /// Local mailboxes that are not synced, because the server has mailboxes with their names that show the messages of
    /// others.
    public let unsynced: [MailboxName]

    /// `listed`: all mailboxes, since the plan treats missing ones as removed. `isVerified`: a second listing lacked
    /// the same mailboxes. `leaving`: mailboxes whose local removal has begun.
    public init(
        listed: [MailboxListing], directories: [LocalDirectory], baselines: [MailboxName: SyncBaseline],
        uses: [MailboxName: SpecialUse], isVerified: Bool = false, leaving: Set<MailboxName> = []
    ) {
        var planner = MailboxListPlanner(listed, directories, baselines, uses, leaving)
        planner.startOver()
        planner.findRenamed()
        planner.makeAndRemove(isVerified: isVerified)
        planner.open()
        steps = planner.steps
        notices = planner.notices
        unsynced = planner.unsynced
    }

    /// Returns whether a mailbox is synced. Mailboxes that show all mail or important mail are not, since their
    /// messages are also in other mailboxes.
    public static func isSynced(_ use: SpecialUse?) -> Bool {
        switch use {
        case .all, .important: false
        case .archive, .drafts, .flagged, .junk, .sent, .trash, nil: true
        }
    }
}
