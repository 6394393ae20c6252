/// The countdown of the undo window.
///
/// Counts only time in which petrel was running and the user could have undone. A wake-up counts for one tick at most,
/// so the countdown pauses while the process is stopped or the machine is suspended, and a clock change does not end it
/// [FR-COMP-02, edge cases].
public struct UndoCountdown: Hashable, Sendable {
    /// The interval between wake-ups.
    public static let tick: Duration = .milliseconds(250)

    public private(set) var remaining: Duration

    public init(_ window: Duration) {
        remaining = max(window, .zero)
    }

    public var isOver: Bool { remaining <= .zero }

    /// Counts the time since the last wake-up. Negative times are ignored.
    public mutating func wake(after elapsed: Duration) {
        remaining = max(.zero, remaining - min(max(elapsed, .zero), Self.tick))
    }

    /// The remaining whole seconds, rounded up for display.
    public var seconds: Int {
        let (seconds, attoseconds) = remaining.components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }
}
