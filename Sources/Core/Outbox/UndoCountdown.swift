/// The countdown of the undo window.
///
/// It counts the time in which the program ran and the user could have undone: a wake-up counts for one tick at most,
/// so that a stopped process and a suspended machine pause the countdown, and a jump of the clock does not end it
/// [FR-COMP-02, edge cases].
public struct UndoCountdown: Hashable, Sendable {
    /// The interval between wake-ups.
    public static let tick: Duration = .milliseconds(250)

    public private(set) var remaining: Duration

    public init(_ window: Duration) {
        remaining = max(window, .zero)
    }

    public var isOver: Bool { remaining <= .zero }

    /// Counts the time since the last wake-up. Time that ran backwards counts nothing.
    public mutating func wake(after elapsed: Duration) {
        remaining = max(.zero, remaining - min(max(elapsed, .zero), Self.tick))
    }

    /// Whole seconds, as they are shown: the last one is 1.
    public var seconds: Int {
        let (seconds, attoseconds) = remaining.components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }
}
