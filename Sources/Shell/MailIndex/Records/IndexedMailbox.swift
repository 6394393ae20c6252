public import MailTypes

/// A mailbox with its message counts.
public struct IndexedMailbox: Hashable, Sendable {
    public var name: MailboxName
    public var total: Int
    public var unread: Int
}
