/// The seconds in which the order to send can be taken back.
///
/// They count the time in which the program really ran and somebody could have taken the order back: a wake-up counts
/// for one tick at most, so that a stopped process and a suspended machine stop the count, and no jump of a clock ends it
/// [FR-COMP-02, edge cases].
public struct UndoCountdown: Hashable, Sendable {
    /// How often whoever counts wakes up.
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
