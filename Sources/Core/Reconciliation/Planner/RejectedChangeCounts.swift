public import MailTypes

/// Counts how often in a row the server has refused each change.
public struct RejectedChangeCounts: Hashable, Sendable {
    /// A change refused this often is reverted here and reported [FR-SYNC-05].
    public static let limit = 3

    public enum Push: Hashable, Sendable {
        case flags(MailboxName, UID)
        /// A deletion, or a move to another mailbox.
        case removal(MailboxName, UID)
        case upload(MailboxName, LocalMessage.Handle)
    }

    private var counts: [Push: Int] = [:]

    public init() {}

    public mutating func refuse(_ push: Push) {
        counts[push, default: 0] += 1
    }

    public mutating func forget(_ push: Push) {
        counts[push] = nil
    }

    func isRefused(_ push: Push) -> Bool {
        !counts.isEmpty && counts[push, default: 0] >= Self.limit
    }
}
