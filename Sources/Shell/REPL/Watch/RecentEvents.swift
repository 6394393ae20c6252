private import Synchronization

/// The last events of a watch. They are kept in memory only [FR-SYNC-18].
final class RecentEvents: Sendable {
    private let lines = Mutex<[WatchEvent]>([])
    private static let most = 500

    func note(_ line: WatchEvent) {
        lines.withLock { lines in
            if lines.count == Self.most { lines.removeFirst() }
            lines.append(line)
        }
    }

    /// Oldest first.
    var all: [WatchEvent] { lines.withLock(\.self) }
}
