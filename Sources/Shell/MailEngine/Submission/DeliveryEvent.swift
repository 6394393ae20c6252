public import MailTypes

/// An event while the outbox is sent. Reasons contain text from servers and must be sanitized before they are shown.
public enum DeliveryEvent: Hashable, Sendable {
    case sending(OutboxMessageSummary)
    /// `files`: the number of attachments that are downloaded first.
    case fetching(OutboxMessageSummary, files: Int)
    case sent(OutboxMessageSummary)
    /// The message will be retried, at `until` if a time is set.
    case postponed(OutboxMessageSummary, reason: String, until: Instant?)
    case failed(OutboxMessageSummary, reason: String)
    /// The message may have been delivered.
    case unknown(OutboxMessageSummary, reason: String)
    /// The network is unavailable. `waiting`: the number of messages that wait for it.
    case offline(waiting: Int)
    /// Nothing is sent, because a prompt works offline. `waiting`: the number of messages that wait for it.
    case awaitsPrompt(waiting: Int)
    /// A problem that affects all messages.
    case problem(String)
    /// The outbox could not be read or changed, so nothing more is sent in this run.
    case stopped(reason: String)
}
