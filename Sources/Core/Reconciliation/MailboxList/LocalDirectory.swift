public import MailTypes

/// A mailbox's local directory.
public struct LocalDirectory: Hashable, Sendable {
    public let name: MailboxName
    /// Whether the directory has changed since the last sync, or its previous state is unknown.
    public var isChanged: Bool
    public var messages: Int
    /// The mailbox whose directory this one was, before it was renamed here.
    public var origin: MailboxName?

    public init(_ name: MailboxName, isChanged: Bool, messages: Int = 0, origin: MailboxName? = nil) {
        self.name = name
        self.isChanged = isChanged
        self.messages = messages
        self.origin = origin
    }
}
