import Disk
import Synchronization

extension MemoryFileSystem {
    /// Makes everything durable and resets the counts of steps and calls.
    public func settle() {
        state.withLock { state in
            state.initial = state.tree
            state.steps = []
            state.calls = 0
            state.changes = 0
        }
    }

    /// The number of operations since the last `settle` that changed or synchronized something. A test records it when
    /// the program reports something as saved.
    public var stepCount: Int {
        state.withLock { $0.steps.count }
    }

    /// Returns the number of calls since the last `settle`: the numbers that a fault can have.
    public func callCount(_ counting: MemoryDiskFault.Counting) -> Int {
        state.withLock { counting == .calls ? $0.calls : $0.changes }
    }

    public var openCount: Int {
        state.withLock { $0.open.count }
    }
}
