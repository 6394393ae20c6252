public import MailClients
import Synchronization

/// The client's end of a connection to a model server. Bytes are available as soon as the server has sent them. A read
/// waits only if there are none.
public final class ModelConnection: ByteStream {
    private struct State {
        var isEncrypted: Bool
        var isClosed = false
        var said = 0
        var heard = 0
        var inClear: [UInt8] = []
        var incoming: [UInt8] = []
        /// The number of bytes of `incoming` that were read.
        var start = 0
        var waiting: (id: Int, continuation: CheckedContinuation<Bool, Never>)?
        var waits = 0
        /// Whether something has happened since the last read checked.
        var isWoken = false
    }

    private enum Turn {
        case octets([UInt8])
        case failure(StreamFailure)
        case wait
    }

    private let server: ModelIMAPServer
    private let number: Int
    private let faults: ModelFaults
    private let state: Mutex<State>

    init(_ server: ModelIMAPServer, _ number: Int, _ faults: ModelFaults, isEncrypted: Bool) {
        self.server = server
        self.number = number
        self.faults = faults
        state = Mutex(State(isEncrypted: isEncrypted))
    }

    /// The number of bytes read by the client and received by the server.
    public var counts: (said: Int, heard: Int) { state.withLock { ($0.said, $0.heard) } }
    /// All bytes that the client sent without TLS.
    public var heardInClear: [UInt8] { state.withLock { $0.inClear } }
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    // MARK: - The stream

    public var isEncrypted: Bool { get async { state.withLock { $0.isEncrypted } } }

    public func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        while true {
            switch turn(atMost) {
            case .octets(let octets): return octets
            case .failure(let failure): throw failure
            case .wait: guard await change(within: limit) else { throw Task.isCancelled ? .cancelled : .timedOut }
            }
        }
    }

    public func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        let (taken, failure) = state.withLock { state -> ([UInt8], StreamFailure?) in
            if state.isClosed { return ([], .closed) }
            if isCut(state) { return ([], faults.end == .silence ? nil : .cutOff) }
            var taken = octets[...]
            if case .heard(let count)? = faults.cut { taken = taken.prefix(max(0, count - state.heard)) }
            state.heard += taken.count
            if !state.isEncrypted { state.inClear += taken }
            return (Array(taken), taken.count < octets.count && faults.end != .silence ? .cutOff : nil)
        }
        if !taken.isEmpty { server.receive(taken, number) }
        wake()
        if let failure { throw failure }
    }

    public func startTLS(within limit: Duration) async throws(StreamFailure) {
        guard server.startTLS(number), state.withLock({ $0.start == $0.incoming.count }) else {
            throw .plaintextBeforeTLS
        }
        state.withLock { $0.isEncrypted = true }
    }

    public func close() async {
        state.withLock { $0.isClosed = true }
        wake()
        server.forget(number)
    }

    private func isCut(_ state: State) -> Bool {
        switch faults.cut {
        case .said(let count)?: state.said >= count
        case .heard(let count)?: state.heard >= count
        case nil: false
        }
    }

    private func turn(_ atMost: Int) -> Turn {
        // Anything that happens after this is either seen now or wakes the following read.
        state.withLock { $0.isWoken = false }
        let (octets, isOver) = server.takeOutput(number)
        return state.withLock { state in
            if state.isClosed { return .failure(.closed) }
            if state.start == state.incoming.count {
                state.incoming = octets
                state.start = 0
            } else {
                state.incoming += octets
            }
            var budget = min(atMost, faults.piece)
            if case .said(let count)? = faults.cut { budget = min(budget, count - state.said) }
            // Bytes that the server sends after the last byte it received are lost with the connection.
            if isCut(state) || budget <= 0 { return faults.failure.map { .failure($0) } ?? .octets([]) }
            let piece = Array(state.incoming[state.start...].prefix(budget))
            state.start += piece.count
            state.said += piece.count
            if !piece.isEmpty { return .octets(piece) }
            return isOver ? .octets([]) : .wait
        }
    }

    // MARK: - Waiting

    /// Waits until something has happened. Returns `false` on a timeout.
    private func change(within limit: Duration) async -> Bool {
        let id = state.withLock { state in
            state.waits += 1
            return state.waits
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            if !Task.isCancelled { self.resume(id, false) }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.isWoken || Task.isCancelled { return true }
                    state.waiting = (id, continuation)
                    return false
                }
                if isReady { continuation.resume(returning: !Task.isCancelled) }
            }
        } onCancel: {
            resume(id, false)
        }
    }

    private func resume(_ id: Int, _ value: Bool) {
        let continuation = state.withLock { state in
            guard state.waiting?.id == id else { return nil as CheckedContinuation<Bool, Never>? }
            defer { state.waiting = nil }
            return state.waiting?.continuation
        }
        continuation?.resume(returning: value)
    }

    func wake() {
        let id = state.withLock { state in
            state.isWoken = true
            return state.waiting?.id
        }
        if let id { resume(id, true) }
    }
}
