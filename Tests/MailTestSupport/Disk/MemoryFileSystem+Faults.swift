import Disk
import Synchronization

/// Failures and kills that tests cause, and the counts of steps and calls at which they happen.
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

    /// Sets the failure to inject. `nil` ends it.
    public func fail(_ fault: MemoryDiskFault?) {
        state.withLock { $0.fault = fault }
    }

    /// Limits each write to this many bytes.
    public func limitWrites(to octets: Int) {
        state.withLock { $0.longestWrite = octets }
    }

    /// Pretends that everything was copied to another file system, with the same inodes.
    public func becomeFileSystem(_ id: UInt64) {
        state.withLock { $0.fileSystemID = id }
    }

    /// Advances the clock for the dates of files.
    public func advance(nanoseconds: Int64) {
        state.withLock { $0.clock += nanoseconds }
    }

    /// Simulates a kill of the process. Nothing is lost, but unsynchronized data remains not durable. Open files and
    /// locks are gone.
    public func kill() {
        state.withLock { state in
            state.open = [:]
            state.locks = []
        }
    }
}
