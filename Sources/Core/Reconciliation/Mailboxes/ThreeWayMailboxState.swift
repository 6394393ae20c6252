public import MailTypes

/// Everything that a plan knows about a mailbox: the local files, the server's messages, and the state both last agreed
/// on.
public struct ThreeWayMailboxState: Hashable, Sendable {
    /// How a sync treats a mailbox.
    public enum Kind: Hashable, Sendable {
        case mailbox
        /// Messages deleted here are deleted permanently.
        case trash
        /// A mailbox that shows all messages with a flag, such as Gmail's Starred. Adding a message sets the flag, and
        /// removing one clears it.
        case view(Flag)
        /// A mailbox that exists only locally: Gmail's archive is All Mail, which is not synced. A message moved here
        /// is moved to `server` on the server. A file moved out of it is first matched with that mailbox.
        case archive(server: MailboxName)
    }

    public let name: MailboxName
    public var kind: Kind
    /// `nil` if neither side has changed. Nothing is planned then, and the baseline only shows where else a content is.
    public var local: LocalMailbox?
    /// `nil` if the server has not changed and still matches the baseline.
    public var server: ServerMailbox?
    /// `nil` for a mailbox that was never synced or whose ledger was lost.
    public var baseline: SyncBaseline?
    /// The deletions that the user has confirmed.
    public var confirmed: UIDSet
    /// The deletions that an earlier sync has asked about.
    public var questioned = UIDSet()
    /// The server was asked about this mailbox and did not answer: it may have more or fewer messages than the
    /// baseline.
    public var isUnobserved: Bool
    /// Whether the journal contains a copy, upload or move into this mailbox whose file has no UID yet.
    public var hasOpenUploads: Bool
    /// The UIDs that the server has given to other messages than those that the baseline or the files have under them.
    public var reassigned = UIDSet()
    /// A message by whose date the mailbox can be recognized.
    public var witness: UIDWitness?

    public init(
        _ name: MailboxName, kind: Kind = .mailbox, local: LocalMailbox? = nil, server: ServerMailbox? = nil,
        baseline: SyncBaseline? = nil, confirmed: UIDSet = UIDSet(), isUnobserved: Bool = false,
        hasOpenUploads: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.local = local
        self.server = server
        self.baseline = baseline
        self.confirmed = confirmed
        self.isUnobserved = isUnobserved
        self.hasOpenUploads = hasOpenUploads
    }

    var isOnServer: Bool {
        switch kind {
        case .archive: false
        case .mailbox, .trash, .view: server != nil || baseline != nil
        }
    }

    var isReadOnly: Bool { server?.isReadOnly ?? false }
    var permanentFlags: PermanentFlags { server?.permanentFlags ?? .any }
    var uidValidity: UIDValidity? { server?.status.uidValidity ?? baseline?.status.uidValidity }
}
