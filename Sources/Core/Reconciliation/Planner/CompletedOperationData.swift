public import MailTypes

/// The results of an operation, other than that it succeeded.
public struct CompletedOperationData: Hashable, Sendable {
    /// The UIDs that COPYUID or APPENDUID assigned to files.
    public var assigned: [LocalMessage.Handle: UID]
    /// The messages that were stored here.
    public var fetched: [BaselineMessage]
    /// The newest of them, if the server reported its date.
    public var newest: UIDWitness?

    public init(
        assigned: [LocalMessage.Handle: UID] = [:], fetched: [BaselineMessage] = [], newest: UIDWitness? = nil
    ) {
        self.assigned = assigned
        self.fetched = fetched
        self.newest = newest
    }
}
