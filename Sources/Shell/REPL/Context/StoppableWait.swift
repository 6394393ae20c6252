private import Dispatch
private import Synchronization

/// Waits for asynchronous work until it is stopped. Cancelled work has two seconds to end cleanly. The waiting thread
/// calls `meanwhile` at intervals.
func waiting<Value: Sendable>(
    unless isStopped: () -> Bool, for work: @escaping @Sendable () async -> Value, meanwhile: () -> Void = {}
) -> Value? {
    let result = Mutex<Value?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let task = Task.detached {
        let value = await work()
        result.withLock { $0 = value }
        isDone.signal()
    }
    while true {
        _ = isDone.wait(timeout: .now() + .milliseconds(50))
        if let value = result.withLock({ $0 }) { return value }
        if isStopped() {
            task.cancel()
            _ = isDone.wait(timeout: .now() + .seconds(2))
            return nil
        }
        meanwhile()
    }
}
