/// A change of a message on one side since both last agreed on it.
public enum ObservedMessageChange: Hashable, Sendable {
    case none
    case flags(FlagDelta)
    /// The message is proven to be gone from this mailbox.
    case gone
    /// The message was not found, but that proves nothing.
    case unknown
}
