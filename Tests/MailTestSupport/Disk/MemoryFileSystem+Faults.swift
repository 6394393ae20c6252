import Disk
import Synchronization

/// Failures and kills that tests cause.
extension MemoryFileSystem {
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
