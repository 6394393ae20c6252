/// A message's new conversation.
public struct ThreadReassignment: Hashable, Sendable {
    public let key: Int64
    /// The smallest key among the messages connected by identifiers, or by subject if only that connects them.
    public let thread: Int64

    public init(key: Int64, thread: Int64) {
        self.key = key
        self.thread = thread
    }
}
