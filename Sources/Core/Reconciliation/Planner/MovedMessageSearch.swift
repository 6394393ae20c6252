/// How far the search for messages is that were moved or flagged here and are gone from their former mailboxes on the server.
/// Another client may have moved them to any mailbox.
public enum MovedMessageSearch: Sendable {
    /// The message may be in a mailbox that was not compared, or that was compared before the message was moved.
    case notBegun
    /// All mailboxes are compared that have changed on the server since the message was found missing.
    case inChangedMailboxes
    /// What was not found by now is not searched any longer.
    case ended

    /// The next step, if messages wait.
    public var next: MovedMessageSearch {
        switch self {
        case .notBegun: .inChangedMailboxes
        case .inChangedMailboxes, .ended: .ended
        }
    }
}
