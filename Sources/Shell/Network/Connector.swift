public import MailClients

/// Makes connections to servers that the same authorities vouch for. A program makes one for each `Authorities` that its
/// accounts name, all on one `EventLoop`.
public struct Connector: Sendable {
    /// How long one address has the start of the next one [RFC 8305 §5].
    private static let headStart = Duration.milliseconds(250)

    private let loop: EventLoop
    private let resolver: Resolver
    private let context: TLSContext

    /// Fails where the authorities cannot be read.
    public init(on loop: EventLoop, trusting authorities: Authorities = .system) throws(StreamFailure) {
        self.loop = loop
        resolver = Resolver(on: loop)
        context = try TLSContext(authorities)
    }

    /// Finds the server, connects to it and, where that is how its port works, has it prove who it is; all of it within
    /// `limit`.
    public func connect(
        to endpoint: Endpoint, within limit: Duration = .seconds(30)
    ) async throws(StreamFailure) -> TCPStream {
        let deadline = Deadline(in: limit)
        let addresses = try await resolver.addresses(of: endpoint, until: deadline)
        return try await connect(to: endpoint, at: addresses, until: deadline)
    }

    func connect(
        to endpoint: Endpoint, at addresses: [SocketAddress], until deadline: Deadline
    ) async throws(StreamFailure) -> TCPStream {
        let stream = TCPStream(try await fastest(of: addresses, until: deadline), to: endpoint, context)
        switch endpoint.security {
        case .implicitTLS: try await stream.startTLS(within: deadline.remaining)
        case .startTLS: break
        }
        return stream
    }

    private enum Event: Sendable {
        case connected(Socket)
        case failed(StreamFailure)
        /// The head start of the address with this number is over.
        case headStartOver(Int)
    }

    /// The first connection that is made. Each address is tried when the one before it has failed, or its head start is
    /// over; what comes too late is closed.
    private func fastest(
        of addresses: [SocketAddress], until deadline: Deadline
    ) async throws(StreamFailure) -> Socket {
        let outcome: Result<Socket, StreamFailure> = await withTaskGroup(of: Event.self) { group in
            var next = 0
            var running = 0
            var failures: [StreamFailure] = []
            func tryNext() {
                guard next < addresses.count else { return }
                let (number, address) = (next, addresses[next])
                next += 1
                running += 1
                group.addTask { await attempt(address, until: deadline) }
                guard next < addresses.count else { return }
                group.addTask {
                    try? await Task.sleep(for: Self.headStart)
                    return .headStartOver(number)
                }
            }
            tryNext()
            while running > 0, let event = await group.next() {
                switch event {
                case .connected(let socket):
                    group.cancelAll()
                    return .success(socket)
                case .failed(let failure):
                    failures.append(failure)
                    running -= 1
                    tryNext()
                case .headStartOver(let number): if number == next - 1, !Task.isCancelled { tryNext() }
                }
            }
            group.cancelAll()
            return .failure(Self.mostTelling(of: failures))
        }
        return try outcome.get()
    }

    private func attempt(_ address: SocketAddress, until deadline: Deadline) async -> Event {
        do throws(StreamFailure) {
            return .connected(try await Socket.connect(to: address, on: loop, until: deadline))
        } catch {
            return .failed(error)
        }
    }

    /// That of an address that could be reached, before one that only says that this machine cannot reach it.
    private static func mostTelling(of failures: [StreamFailure]) -> StreamFailure {
        failures.first { $0 == .cancelled } ?? failures.first { $0 != .unreachable } ?? .unreachable
    }
}
