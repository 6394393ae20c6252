public import MailClients

/// A TCP connection to a server, with TLS from the start or after `startTLS`. Created by `Connector`.
public actor TCPOrTLSStream: ByteStream {
    private enum Layer {
        case plain
        /// During the handshake: the peer is not verified yet, so no data may be exchanged.
        case greeting(TLSConnection)
        case encrypted(TLSConnection)
        case closed
    }

    /// The maximum number of bytes per read, so that a large limit does not allocate a large buffer.
    private static let readLimit = 1 << 16

    private let socket: Socket
    private let endpoint: Endpoint
    private let context: TLSContext
    private var layer = Layer.plain
    private var isReading = false
    private var isWriting = false
    /// Why reading failed. The system reports an error once, and would afterwards report an orderly end.
    private var readFailure: StreamFailure?
    /// Why writing failed. Part of the data may have been sent, so nothing can follow it.
    private var writeFailure: StreamFailure?

    init(_ socket: Socket, to endpoint: Endpoint, _ context: TLSContext) {
        self.socket = socket
        self.endpoint = endpoint
        self.context = context
    }

    public var isEncrypted: Bool {
        if case .encrypted = layer { true } else { false }
    }

    public func read(atMost limit: Int, within time: Duration) async throws(StreamFailure) -> [UInt8] {
        precondition(limit > 0, "a read of nothing would look like the end")
        precondition(!isReading, "two tasks read from one stream")
        isReading = true
        defer { isReading = false }
        if let readFailure { throw readFailure }
        let count = min(limit, Self.readLimit)
        return try await repeating(until: Deadline(in: time)) {
            let step: NonblockingResult<[UInt8]> =
                switch layer {
                case .plain: socket.read(atMost: count)
                case .encrypted(let tls): tls.read(atMost: count)
                case .greeting, .closed: .failed(.closed)
                }
            if case .failed(let failure) = step { readFailure = failure }
            return step
        }
    }

    public func write(_ octets: [UInt8], within time: Duration) async throws(StreamFailure) {
        precondition(!isWriting, "two tasks write to one stream")
        isWriting = true
        defer { isWriting = false }
        if let writeFailure { throw writeFailure }
        var start = 0
        do throws(StreamFailure) {
            while start < octets.count {
                start += try await repeating(until: Deadline(in: time)) {
                    switch layer {
                    case .plain: socket.write(octets, from: start)
                    case .encrypted(let tls): tls.write(octets, from: start)
                    case .greeting, .closed: .failed(.closed)
                    }
                }
            }
        } catch {
            writeFailure = error
            throw error
        }
    }

    public func startTLS(within time: Duration) async throws(StreamFailure) {
        precondition(!isReading && !isWriting, "TLS begins between a read and a write")
        switch layer {
        case .plain: break
        case .greeting, .encrypted: preconditionFailure("TLS begins once")
        case .closed: throw .closed
        }
        isReading = true
        isWriting = true
        defer {
            isReading = false
            isWriting = false
        }
        do throws(StreamFailure) {
            // A TLS server is silent until the client's hello, so these bytes are not protected by TLS.
            if socket.hasUnread { throw .plaintextBeforeTLS }
            layer = .greeting(try TLSConnection(to: endpoint, over: socket, context))
            layer = try await repeating(until: Deadline(in: time)) {
                guard case .greeting(let tls) = layer else { return .failed(.closed) }
                return tls.handshake().map { .encrypted(tls) }
            }
        } catch {
            close()
            throw error
        }
    }

    public func close() {
        if case .encrypted(let tls) = layer { tls.announceEnd() }
        layer = .closed
        socket.end()
    }

    /// Repeats a step until it is done, waiting in between until the socket is ready.
    private func repeating<Value>(
        until deadline: Deadline, _ step: () -> NonblockingResult<Value>
    ) async throws(StreamFailure) -> Value {
        while true {
            if Task.isCancelled { throw .cancelled }
            switch step() {
            case .done(let value): return value
            case .failed(let failure): throw failure
            case .wait(let interest): try await socket.wait(for: interest, until: deadline)
            }
        }
    }
}
