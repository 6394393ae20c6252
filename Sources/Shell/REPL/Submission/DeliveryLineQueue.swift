private import Synchronization

/// A queue of lines about sending that any thread can fill.
final class DeliveryLineQueue: Sendable {
    private let lines = Mutex<[DeliveryLine]>([])

    func add(_ line: DeliveryLine?) {
        guard let line else { return }
        lines.withLock { $0.append(line) }
    }

    func take() -> [DeliveryLine] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
