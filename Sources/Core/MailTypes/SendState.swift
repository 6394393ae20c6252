/// The delivery state of an outgoing message.
public enum SendState: String, Hashable, Sendable {
    /// Not being sent: a draft, or a message on hold in the outbox.
    case none
    /// Waiting for the end of its undo window, for a network, or for the next attempt.
    case queued
    case sending
    case sent
    case failed
}
