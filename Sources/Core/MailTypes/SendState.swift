/// Where a message stands on its way out.
public enum SendState: String, Hashable, Sendable {
    /// Not on its way: a draft, or a message in the outbox that is held.
    case none
    /// Waits: for the end of its undo window, for a network, for its next try.
    case queued
    case sending
    case sent
    case failed
}
