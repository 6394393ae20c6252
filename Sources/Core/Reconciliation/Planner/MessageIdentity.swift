public import MailTypes

/// The properties by which a message can be found if its UID is not usable.
public struct MessageIdentity: Hashable, Sendable {
    /// EMAILID [RFC 8474 §5.1] or X-GM-MSGID. Equal values mean the same immutable content.
    public var object: [UInt8]?
    public var draft: DraftID?
    public var messageID: MessageID?
    /// RFC822.SIZE.
    public var size: Int
    /// INTERNALDATE; `nil` for a file of another program, which does not store it.
    public var date: Instant?

    public init(
        object: [UInt8]? = nil, draft: DraftID? = nil, messageID: MessageID? = nil, size: Int, date: Instant? = nil
    ) {
        self.object = object
        self.draft = draft
        self.messageID = messageID
        self.size = size
        self.date = date
    }

    /// Returns whether this is certainly another message: the Message-IDs differ, or without one, the sizes. Some servers
    /// report wrong sizes.
    func contradicts(_ other: MessageIdentity) -> Bool {
        messageID != other.messageID || (messageID == nil && size != other.size)
    }
}
