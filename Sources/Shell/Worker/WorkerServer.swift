private import CLinux
internal import Disk
private import Glibc
public import JSONText
private import Synchronization
internal import Threads

/// The worker's side: serves the other processes of the home, for as long as this process holds the worker's lock.
public final class WorkerServer: Sendable {
    /// A connected process.
    public typealias PeerID = Int

    private struct State {
        var lock: FileLock?
        var listener: DescriptorMonitor?
        var peers: [PeerID: LineConnection] = [:]
        var followers: Set<PeerID> = []
        var nextPeer = 0
        var isStopped = false
    }

    /// The descriptor on which connections arrive; `nil` if there can be none.
    private let listening: Int32?
    private let state: Mutex<State>
    private let queue = SerialQueue()

    private static let mostPeers = 100
    private static let longestRequest = 65_536

    /// `listening` may be `nil`: other processes then work as if there was no worker.
    init(_ lock: FileLock, listening: Int32?) {
        self.listening = listening
        state = Mutex(State(lock: lock))
    }

    deinit { stop() }

    /// Begins to accept connections. `handle` is called on threads of the connections. It must not wait.
    public func start(_ handle: @escaping @Sendable (WorkerRequest, PeerID) -> Void) {
        guard let listening else { return }
        let monitor = DescriptorMonitor(
            listening, on: queue,
            readable: { [weak self] in
                while true {
                    let descriptor = linux_local_accept(listening, LineConnection.patience)
                    guard descriptor >= 0 else { return }
                    guard let self else {
                        _ = close(descriptor)
                        return
                    }
                    self.add(descriptor, handle)
                }
            }, ended: { _ = close(listening) })
        state.withLock { state in if !state.isStopped { state.listener = monitor } }
    }

    private func add(_ descriptor: Int32, _ handle: @escaping @Sendable (WorkerRequest, PeerID) -> Void) {
        state.withLock { state in
            guard !state.isStopped, state.peers.count < Self.mostPeers else {
                _ = close(descriptor)
                return
            }
            let id = state.nextPeer
            state.nextPeer += 1
            let connection = LineConnection(descriptor, limit: Self.longestRequest) { [weak self] line in
                guard let self else { return }
                guard let request = WorkerRequest(line) else { return self.disconnect(id) }
                if case .follow = request.kind { self.state.withLock { _ = $0.followers.insert(id) } }
                handle(request, id)
            } closed: { [weak self] in
                self?.disconnect(id)
            }
            state.peers[id] = connection
            connection.send(WorkerReply.hello(process: Int64(getpid())).line)
        }
    }

    private func disconnect(_ id: PeerID) {
        let connection = state.withLock { state in
            state.followers.remove(id)
            return state.peers.removeValue(forKey: id)
        }
        connection?.close()
    }

    public func isConnected(_ peer: PeerID) -> Bool { state.withLock { $0.peers[peer] != nil } }

    public func send(_ reply: WorkerReply, to peer: PeerID) {
        state.withLock { $0.peers[peer] }?.send(reply.line)
    }

    /// Sends an event to all processes that follow. `nil` is not sent.
    public func publish(_ event: @autoclosure () -> JSONObject?) {
        let followers = state.withLock { state in state.followers.compactMap { state.peers[$0] } }
        guard !followers.isEmpty, let event = event() else { return }
        let line = WorkerReply.event(event).line
        for follower in followers { follower.send(line) }
    }

    /// Ends all connections and lets another process become the worker.
    public func stop() {
        let (peers, listener, lock) = state.withLock { state in
            defer {
                state.isStopped = true
                state.peers = [:]
                state.listener = nil
                state.lock = nil
            }
            return (Array(state.peers.values), state.listener, state.lock)
        }
        // In this order: a process that loses its connection finds the lock free.
        withExtendedLifetime((lock, listener)) {}
        for peer in peers { peer.close() }
    }
}
