public import Reconciliation

/// The progress of a sync.
public struct SyncProgress: Hashable, Sendable {
    public let phase: AccountSyncPhase
    /// The number of messages received, out of `total` to fetch in this step.
    public var done = 0
    public var total = 0
    public var octets = 0
    /// The length of the pause in the phase `waiting`.
    public var pause: Duration = .zero

    init(_ phase: AccountSyncPhase) {
        self.phase = phase
    }
}
