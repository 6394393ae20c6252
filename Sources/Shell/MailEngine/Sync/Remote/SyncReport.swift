public import MailTypes
public import Reconciliation

/// What a sync of an account has done.
public struct SyncReport: Sendable {
    public struct Mailbox: Hashable, Sendable {
        public let name: MailboxName
        public var use: SpecialUse?
        /// Messages that the server has; `nil` where it was not asked.
        public var messages: Int?
        /// That came.
        public var new = 0
        /// Whose flags changed, on either side.
        public var changed = 0
        /// That went, on either side.
        public var removed = 0
        /// That went up.
        public var uploaded = 0
        /// Why it was left out.
        public var problem: String?

        init(_ name: MailboxName) {
            self.name = name
        }
    }

    /// By name, INBOX first.
    public internal(set) var mailboxes: [Mailbox] = []
    /// Times that a mailbox was compared by what the server told of alone, without a look at the rest of it.
    public internal(set) var incrementalScanCount = 0
    /// What was left undone, a sentence each.
    public internal(set) var notices: [String] = []
    /// What it has changed in mailboxes where nobody else has changed anything meanwhile.
    public internal(set) var changes: [MailboxName: MailboxChange] = [:]
    /// Those of the notices that tell of what was undone here: no later pass can say it again.
    var reverted: [String] = []
    /// Deletions made here that are too many to be believed before the user has said so.
    public internal(set) var questionedDeletions = 0
    /// What would be done, a line each; for a sync that only looks.
    public internal(set) var lines: [String] = []
    public internal(set) var duration: Duration = .zero
    public internal(set) var roundTrips = 0
    public internal(set) var octetsIn = 0
    public internal(set) var octetsOut = 0
    /// Why it ended before it was done.
    public internal(set) var failure: SyncFailure?

    public var hasChanged: Bool { mailboxes.contains { $0.new + $0.changed + $0.removed + $0.uploaded > 0 } }

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

/// How far a sync has come.
public struct SyncProgress: Hashable, Sendable {
    public let phase: AccountPhase
    /// Messages that came, of those that are to come by now.
    public var done = 0
    public var total = 0
    public var octets = 0
    /// How long is waited, in that phase.
    public var pause: Duration = .zero

    init(_ phase: AccountPhase) {
        self.phase = phase
    }
}
