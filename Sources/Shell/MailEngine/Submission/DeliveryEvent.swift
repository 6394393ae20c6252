public import MailTypes

/// An event while the outbox is sent. Reasons contain text from servers and must be sanitized before they are shown.
public enum DeliveryEvent: Hashable, Sendable {
    case sending(OutboxMessage)
    /// `files`: the number of attachments that are downloaded first.
    case fetching(OutboxMessage, files: Int)
    case sent(OutboxMessage)
    /// The message will be retried, at `until` if a time is set.
    case postponed(OutboxMessage, reason: String, until: Instant?)
    case failed(OutboxMessage, reason: String)
    /// The message may have been delivered.
    case unknown(OutboxMessage, reason: String)
    /// The network is unavailable. `waiting`: the number of messages that wait for it.
    case offline(waiting: Int)
    /// A problem that affects all messages.
    case problem(String)
}
