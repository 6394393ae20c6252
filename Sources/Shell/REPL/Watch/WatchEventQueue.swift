private import Synchronization

/// A queue of lines that any thread can fill. If they are not taken, the oldest are dropped.
final class WatchEventQueue: Sendable {
    private let lines = Mutex<[WatchEvent]>([])
    private static let mostLines = 100_000

    func add(_ more: [WatchEvent]) {
        lines.withLock { lines in
            if lines.count >= Self.mostLines { lines.removeFirst(Self.mostLines / 2) }
            lines += more
        }
    }

    func take() -> [WatchEvent] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
