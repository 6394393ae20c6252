private import Dispatch
private import Synchronization

/// Runs pieces of work one after the other, in the order in which they were added, on a thread that exists only while
/// there is work.
public final class SerialQueue: Sendable {
    private struct State {
        var waiting: [BackgroundThreads.Work] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    public init() {}

    /// Adds work, and does not wait for it.
    public func async(_ work: @escaping BackgroundThreads.Work) {
        let mustStart = state.withLock { state in
            state.waiting.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { BackgroundThreads.run { self.runAll() } }
    }

    /// Adds work, and waits until it is done. Must not be called by the queue's own work.
    public func sync(_ work: @escaping BackgroundThreads.Work) {
        let isDone = DispatchSemaphore(value: 0)
        async {
            work()
            isDone.signal()
        }
        isDone.wait()
    }

    private func runAll() {
        while true {
            let batch = state.withLock { state in
                defer { state.waiting = [] }
                state.isRunning = !state.waiting.isEmpty
                return state.waiting
            }
            if batch.isEmpty { return }
            for work in batch { work() }
        }
    }
}
