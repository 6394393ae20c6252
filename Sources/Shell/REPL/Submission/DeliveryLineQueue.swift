private import Synchronization

/// A queue of lines about sending that any thread can fill.
final class DeliveryLineQueue: Sendable {
    private let lines = Mutex<[DeliveryEventLine]>([])

    func add(_ line: DeliveryEventLine?) {
        guard let line else { return }
        lines.withLock { $0.append(line) }
    }

    func take() -> [DeliveryEventLine] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
