public import MailTypes

/// The properties of a message that threading uses.
public struct ThreadMessage: Sendable {
    /// Identifies the message. Unique in its account.
    public let key: Int64
    public let links: ThreadLinks
    /// The base subject, from `BaseSubject.of`. An empty one connects nothing.
    public let subject: [UInt8]
    /// The date it was sent, or received if that is unknown.
    public let date: Instant

    public init(key: Int64, links: ThreadLinks, subject: [UInt8], date: Instant) {
        self.key = key
        self.links = links
        self.subject = subject
        self.date = date
    }
}
