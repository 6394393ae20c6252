public import MailTypes

/// A mailbox as all that a plan knows of it: what is here, what the server has, what both last agreed on.
public struct MailboxMergeInput: Hashable, Sendable {
    /// What a mailbox is to a sync.
    public enum Kind: Hashable, Sendable {
        case mailbox
        /// What is deleted here is gone.
        case trash
        /// It shows the messages that have a flag, wherever they are: Gmail's Starred. To put a message in is to give it
        /// the flag, to take one out is to take the flag.
        case view(Flag)
        /// A mailbox of this side alone: Gmail's archive is All Mail, which is not synced. What is carried in here is
        /// moved to `server` there, and what comes out of it is matched with that first.
        case archive(server: MailboxName)
    }

    public let name: MailboxName
    public var kind: Kind
    /// `nil` where neither side has changed: then the anchor says where else a content is, and nothing is planned.
    public var local: LocalMailbox?
    /// `nil` where the server has not changed: then it has what the anchor says.
    public var server: ServerMailbox?
    /// `nil` for a mailbox that was never synced, or whose ledger is lost.
    public var anchor: SyncAnchor?
    /// The deletions that the user said yes to.
    public var confirmed: UIDSet
    /// The server was asked about it and did not answer: what it has may be more, or less, than the anchor says.
    public var isUnobserved: Bool
    /// The journal holds a copy, an upload or a move into this mailbox whose file has no UID yet.
    public var hasOpenUploads: Bool

    public init(
        _ name: MailboxName, kind: Kind = .mailbox, local: LocalMailbox? = nil, server: ServerMailbox? = nil,
        anchor: SyncAnchor? = nil, confirmed: UIDSet = UIDSet(), isUnobserved: Bool = false,
        hasOpenUploads: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.local = local
        self.server = server
        self.anchor = anchor
        self.confirmed = confirmed
        self.isUnobserved = isUnobserved
        self.hasOpenUploads = hasOpenUploads
    }

    var isOnServer: Bool {
        switch kind {
        case .archive: false
        case .mailbox, .trash, .view: server != nil || anchor != nil
        }
    }

    var isReadOnly: Bool { server?.isReadOnly ?? false }
    var permanentFlags: PermanentFlags { server?.permanentFlags ?? .any }
    var uidValidity: UIDValidity? { server?.status.uidValidity ?? anchor?.status.uidValidity }
}
