private import Glibc
private import Synchronization

/// Records the first signal that asks the process to end, so that it can say what it leaves behind before it ends. Only one
/// may exist at a time.
public final class EndingSignalRecord: Sendable {
    private let signals = SignalWatch()
    private let first = Mutex<Int32?>(nil)

    public init() {
        signals.catching([SIGINT])
    }

    /// `nil` as long as no signal has arrived.
    public var signal: Int32? {
        first.withLock { first in
            if first == nil { first = [SIGINT, SIGTERM, SIGHUP].first { signals.take($0) } }
            return first
        }
    }
}
