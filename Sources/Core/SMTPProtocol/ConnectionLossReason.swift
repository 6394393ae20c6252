/// The reason why a connection ended.
public enum ConnectionLossReason: Hashable, Sendable {
    /// The server closed it.
    case closed
    /// The server did not answer in time.
    case silent
    /// It failed, or petrel closed it.
    case broken
}
