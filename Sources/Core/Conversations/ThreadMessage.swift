public import MailTypes

/// What threading must know of one message.
public struct ThreadMessage: Sendable {
    /// Names the message; unique in its account.
    public let key: Int64
    public let links: ThreadLinks
    /// As `BaseSubject.of` gives it; an empty one joins nothing.
    public let subject: [UInt8]
    /// When it was sent, or received where it does not say.
    public let date: Instant

    public init(key: Int64, links: ThreadLinks, subject: [UInt8], date: Instant) {
        self.key = key
        self.links = links
        self.subject = subject
        self.date = date
    }
}

/// The conversation that a message is in now.
public struct ThreadChange: Hashable, Sendable {
    public let key: Int64
    /// The smallest key among the messages that identifiers join; where only a subject joins them, among these.
    public let thread: Int64

    public init(key: Int64, thread: Int64) {
        self.key = key
        self.thread = thread
    }
}
