/// A message that the user replied to, and the reply.
public struct PastReply: Sendable {
    /// The readable text of the message.
    public var received: String
    /// The readable text of the reply.
    public var sent: String

    public init(received: String, sent: String) {
        (self.received, self.sent) = (received, sent)
    }
}
