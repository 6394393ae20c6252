public import MailTypes

/// A mailbox as LIST shows it, with STATUS where the server gives both [RFC 5258, RFC 5819].
public struct ListedMailbox: Hashable, Sendable {
    public let name: MailboxName
    /// What the server says that it is for.
    public var use: SpecialUse?
    /// `false` for `\Noselect` and `\NonExistent`: a name between two others.
    public var isSelectable: Bool
    public var status: MailboxStatus?
    /// [RFC 8474 §4]
    public var mailboxID: [UInt8]?

    public init(
        _ name: MailboxName, use: SpecialUse? = nil, isSelectable: Bool = true, status: MailboxStatus? = nil,
        mailboxID: [UInt8]? = nil
    ) {
        self.name = name
        self.use = use
        self.isSelectable = isSelectable
        self.status = status
        self.mailboxID = mailboxID
    }
}

/// A mailbox's directory.
public struct LocalDirectory: Hashable, Sendable {
    public let name: MailboxName
    /// It does not look as it did after the last sync, or it is not known how it looked.
    public var isChanged: Bool
    public var messages: Int
    /// The mailbox that its files say they belong to, where more than half of them name one other.
    public var origin: MailboxName?

    public init(_ name: MailboxName, isChanged: Bool, messages: Int = 0, origin: MailboxName? = nil) {
        self.name = name
        self.isChanged = isChanged
        self.messages = messages
        self.origin = origin
    }
}
