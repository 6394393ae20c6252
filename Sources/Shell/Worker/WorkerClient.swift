internal import Disk
private import Dispatch
private import Synchronization

/// The side of a process that asks the worker.
public final class WorkerClient: Sendable {
    private struct State {
        var connection: LineConnection?
        var nextID: Int64 = 1
        var process: Int64?
        var isClosed = false
        var received: (@Sendable (WorkerReply) -> Void)?
        var closed: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let greeted = DispatchSemaphore(value: 0)
    private static let longestReply = 16 << 20

    /// Takes ownership of a connected descriptor.
    init(_ descriptor: Int32) {
        let connection = LineConnection(descriptor, limit: Self.longestReply) { [weak self] line in
            guard let self else { return }
            // A worker of a later version may send more than this one knows.
            guard let reply = WorkerReply(line) else { return }
            if case .hello(let process) = reply {
                self.state.withLock { $0.process = process }
                self.greeted.signal()
            } else {
                self.state.withLock(\.received)?(reply)
            }
        } closed: { [weak self] in
            guard let self else { return }
            let closed = self.state.withLock { state in
                state.isClosed = true
                return state.closed
            }
            self.greeted.signal()
            closed?()
        }
        state.withLock { $0.connection = connection }
    }

    /// Waits for the greeting. Returns `false` if none comes: the worker was stopped, or speaks another version.
    func isGreeted(within milliseconds: Int) -> Bool {
        _ = greeted.wait(timeout: .now() + .milliseconds(milliseconds))
        return state.withLock { $0.process != nil && !$0.isClosed }
    }

    /// The process ID of the worker.
    public var process: Int64? { state.withLock(\.process) }

    /// Sets the functions for what the worker sends, which are called on a thread of the connection. `closed` is called
    /// once when the worker is gone; at once if it already is.
    public func receive(
        _ received: @escaping @Sendable (WorkerReply) -> Void, closed: @escaping @Sendable () -> Void
    ) {
        let isClosed = state.withLock { state in
            state.received = received
            state.closed = closed
            return state.isClosed
        }
        if isClosed { closed() }
    }

    /// Sends a request and returns its ID.
    @discardableResult
    public func ask(_ kind: WorkerRequest.Kind) -> Int64 {
        let (id, connection) = state.withLock { state in
            defer { state.nextID += 1 }
            return (state.nextID, state.connection)
        }
        connection?.send(WorkerRequest(kind, id: id).line)
        return id
    }

    public func close() {
        state.withLock { $0.connection.take() }?.close()
    }
}
