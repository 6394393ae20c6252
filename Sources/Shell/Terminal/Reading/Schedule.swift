/// When a reader that waits for keys has something else to do.
struct Schedule: Sendable {
    /// How long a key may take to come. What is shorter splits those that come over a slow line, what is longer makes
    /// the Escape key slow.
    private static let sequence: Duration = .milliseconds(100)

    private let tick: Duration?
    private var nextTick: SuspendingClock.Instant?
    private var endOfSequence: SuspendingClock.Instant?

    init(tick: Duration?) {
        self.tick = tick
        restart()
    }

    /// The first moment of all; `nil` for none.
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

    /// An octet came, and more of its key are to be expected or not.
    mutating func sequence(isOpen: Bool) {
        endOfSequence = isOpen ? .now + Self.sequence : nil
    }
}
