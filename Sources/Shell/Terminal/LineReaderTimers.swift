/// The timers of a reader that waits for keys.
struct LineReaderTimers: Sendable {
    /// The timeout of an incomplete key sequence. A shorter one would split sequences on slow connections, a longer one
    /// would delay the Escape key.
    private static let sequence: Duration = .milliseconds(100)

    private let tick: Duration?
    private var nextTick: SuspendingClock.Instant?
    private var endOfSequence: SuspendingClock.Instant?

    init(tick: Duration?) {
        self.tick = tick
        restart()
    }

    /// The earliest time of all timers, or `nil` if none is set.
    var next: SuspendingClock.Instant? {
        [nextTick, endOfSequence].compactMap(\.self).min()
    }

    var hasTicked: Bool { Self.isOver(nextTick) }
    var isSequenceOver: Bool { Self.isOver(endOfSequence) }

    private static func isOver(_ moment: SuspendingClock.Instant?) -> Bool {
        moment.map { $0 <= .now } ?? false
    }

    mutating func restart() {
        nextTick = tick.map { .now + $0 }
    }

    /// Starts or stops the timeout after input has arrived, depending on whether a sequence is incomplete.
    mutating func sequence(isOpen: Bool) {
        endOfSequence = isOpen ? .now + Self.sequence : nil
    }
}
