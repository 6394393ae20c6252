public import MailClients

/// A connection to a server over TCP, with TLS from its first octet or from `startTLS` on. `Connector` makes them.
public actor TCPStream: ByteStream {
    private enum Layer {
        case plain
        /// Not verified yet: nothing but the handshake goes through it.
        case greeting(TLSConnection)
        case encrypted(TLSConnection)
        case closed
    }

    /// Octets that one call returns at most, so that a large limit costs no large buffer.
    private static let readLimit = 1 << 16

    private let socket: Socket
    private let endpoint: Endpoint
    private let context: TLSContext
    private var layer = Layer.plain
    private var isReading = false
    private var isWriting = false
    /// Why nothing can be read any more. The system tells it once, and would then speak of an end in good order.
    private var readFailure: StreamFailure?
    /// Why a write failed: a part of it may be on its way, and nothing can follow that.
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
            let step: Step<[UInt8]> =
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
            // A server that speaks TLS is silent until it is greeted: this is not under TLS, whoever sent it.
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

    /// Tries a step until it is done, waiting in between until the connection is ready for it.
    private func repeating<Value>(
        until deadline: Deadline, _ step: () -> Step<Value>
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
