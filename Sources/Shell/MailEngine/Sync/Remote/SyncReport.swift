public import MailIndexing
public import MailTypes
internal import Reconciliation

/// The result of syncing an account.
public struct SyncReport: Sendable {
    public struct Mailbox: Hashable, Sendable {
        public let name: MailboxName
        public var use: SpecialUse?
        /// The number of messages on the server; `nil` if unknown.
        public var messages: Int?
        /// The number of messages that were added here.
        public var new = 0
        /// The number of messages whose flags were changed, on either side.
        public var changed = 0
        /// The number of messages that were removed, on either side.
        public var removed = 0
        /// The number of messages that were uploaded.
        public var uploaded = 0
        /// Why the mailbox, or part of it, was not synced.
        public var problem: String?

        init(_ name: MailboxName) {
            self.name = name
        }
    }

    /// Sorted by name, INBOX first.
    public internal(set) var mailboxes: [Mailbox] = []
    /// How often only the messages that the server reported were compared, instead of a whole mailbox.
    public internal(set) var incrementalScanCount = 0
    /// What was left undone, one sentence each.
    public internal(set) var notices: [String] = []
    /// The changes in mailboxes that no other program changed meanwhile.
    public internal(set) var changes: [MailboxName: SyncedMailboxChange] = [:]
    /// The files that the sync created and removed.
    public internal(set) var files = FilesChangedBySync()
    /// The notices about local changes that were reverted or overridden. A later pass cannot report them again.
    var reverted: [String] = []
    /// The number of local deletions that are implausibly many, and wait for confirmation by the user.
    public internal(set) var questionedDeletions = 0
    /// The steps of a dry run, one line each.
    public internal(set) var lines: [String] = []
    /// The steps of a dry run, with one line for all steps of a kind in a mailbox.
    public internal(set) var summary: [String] = []
    public internal(set) var duration: Duration = .zero
    public internal(set) var roundTrips = 0
    public internal(set) var octetsIn = 0
    public internal(set) var octetsOut = 0
    /// Whether Drafts is known to be equal on both sides, or the account has no Drafts.
    public internal(set) var hasComparedDrafts = false
    /// Why the sync ended early; `nil` if it completed.
    public internal(set) var failure: SyncFailure?

    public var hasChanged: Bool { mailboxes.contains { $0.new + $0.changed + $0.removed + $0.uploaded > 0 } }

    mutating func tell(_ move: OverriddenMove) {
        reverted.append(move.line)
        notices.append(move.line)
    }

    mutating func count(_ counts: CountedStream.Counts) {
        roundTrips += counts.roundTrips
        octetsIn += counts.octetsIn
        octetsOut += counts.octetsOut
    }

    mutating func update(_ name: MailboxName, _ change: (inout Mailbox) -> Void) {
        if let index = mailboxes.firstIndex(where: { $0.name == name }) {
            change(&mailboxes[index])
        } else {
            var mailbox = Mailbox(name)
            change(&mailbox)
            mailboxes.append(mailbox)
            mailboxes.sort { $0.name < $1.name }
        }
    }
}
