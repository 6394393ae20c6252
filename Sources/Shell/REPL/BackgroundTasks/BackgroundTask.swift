private import Dispatch
private import Synchronization
internal import Threads

/// Work that runs in the background while the user types.
final class BackgroundTask<Value: Sendable>: Sendable {
    private let result = Mutex<Value?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// `finished` is called on another thread once `value` is set.
    init(_ work: @escaping @Sendable () -> Value, finished: @escaping @Sendable () -> Void) {
        BackgroundThreads.run {
            let value = work()
            self.result.withLock { $0 = value }
            self.isDone.signal()
            finished()
        }
    }

    /// `nil` while the work is in progress.
    var value: Value? { result.withLock { $0 } }

    func wait() -> Value {
        while true {
            if let value { return value }
            isDone.wait()
        }
    }

    /// Waits for the value. Returns `nil` as soon as `isStopped` returns `true`; the work itself continues.
    func wait(unless isStopped: () -> Bool) -> Value? {
        while true {
            if let value { return value }
            if isStopped() { return nil }
            _ = isDone.wait(timeout: .now() + .milliseconds(Self.pause))
        }
    }

    /// Waits for the value for at most this many seconds.
    func wait(seconds: Int) -> Value? {
        if let value { return value }
        _ = isDone.wait(timeout: .now() + .seconds(seconds))
        return value
    }

    private static var pause: Int { 50 }
}
