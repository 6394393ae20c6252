private import Dispatch
private import Synchronization

/// One piece of work that is done while somebody types.
final class BackgroundTask<Value: Sendable>: Sendable {
    private let result = Mutex<Value?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// `finished` is called on another thread, when `value` is there.
    init(_ work: @escaping @Sendable () -> Value, finished: @escaping @Sendable () -> Void) {
        // A thread of its own: there are few for all that is given to the global queue, and tasks need those.
        DispatchQueue(label: "petrel.background").async {
            let value = work()
            self.result.withLock { $0 = value }
            self.isDone.signal()
            finished()
        }
    }

    /// `nil` as long as it is under way.
    var value: Value? { result.withLock { $0 } }

    func wait() -> Value {
        while true {
            if let value { return value }
            isDone.wait()
        }
    }

    /// The same, but `nil` as soon as that is not wanted any more. The work itself goes on.
    func wait(unless isStopped: () -> Bool) -> Value? {
        while true {
            if let value { return value }
            if isStopped() { return nil }
            _ = isDone.wait(timeout: .now() + .milliseconds(Self.pause))
        }
    }

    /// The same, for so long at most.
    func wait(seconds: Int) -> Value? {
        if let value { return value }
        _ = isDone.wait(timeout: .now() + .seconds(seconds))
        return value
    }

    private static var pause: Int { 50 }
}
