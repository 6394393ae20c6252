public import MailClients

/// Makes connections to servers that the same authorities vouch for. A program makes one for each `Authorities` that its
/// accounts name, all on one `EventLoop`.
public struct Connector: Sendable {
    /// How long one address has the start of the next one [RFC 8305 §5].
    private static let headStart = Duration.milliseconds(250)
    /// How long nothing is heard from any before they are tried again.
    private static let patience = Duration.seconds(2)

    private let loop: EventLoop
    private let resolver: Resolver
    private let context: TLSContext

    /// Fails where the authorities cannot be read.
    public init(on loop: EventLoop, trusting authorities: TrustAnchors = .system) throws(StreamFailure) {
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
        /// An address, by its place.
        case failed(Int, StreamFailure)
        /// What the attempt with this number had before the next one begins is over.
        case headStartOver(Int)
    }

    /// The first connection that is made. Each address is tried when the one before it has failed, or its head start is
    /// over. Those that do not answer are tried again in turn: what was sent into a network that was gone is not sent
    /// again as soon as it is back, and TCP waits longer from time to time [RFC 6298 §5.5]. What comes too late is closed.
    private func fastest(
        of addresses: [SocketAddress], until deadline: Deadline
    ) async throws(StreamFailure) -> Socket {
        let outcome: Result<Socket, StreamFailure> = await withTaskGroup(of: Event.self) { group in
            var hopeful = Set(addresses.indices)
            var attempts = 0
            var failures: [StreamFailure] = []
            func tryNext() {
                while !hopeful.contains(attempts % addresses.count) { attempts += 1 }
                let (number, place) = (attempts, attempts % addresses.count)
                attempts += 1
                group.addTask { await attempt(addresses[place], place, until: deadline) }
                let pause = attempts < addresses.count ? Self.headStart : Self.patience
                group.addTask {
                    try? await Task.sleep(for: pause)
                    return .headStartOver(number)
                }
            }
            if !hopeful.isEmpty { tryNext() }
            while !hopeful.isEmpty, let event = await group.next() {
                switch event {
                case .connected(let socket):
                    group.cancelAll()
                    return .success(socket)
                case .failed(let place, let failure):
                    failures.append(failure)
                    hopeful.remove(place)
                    if attempts < addresses.count { tryNext() }
                case .headStartOver(let number): if number == attempts - 1, !Task.isCancelled { tryNext() }
                }
            }
            group.cancelAll()
            return .failure(Self.mostTelling(of: failures))
        }
        return try outcome.get()
    }

    private func attempt(_ address: SocketAddress, _ place: Int, until deadline: Deadline) async -> Event {
        do throws(StreamFailure) {
            return .connected(try await Socket.connect(to: address, on: loop, until: deadline))
        } catch {
            return .failed(place, error)
        }
    }

    /// That of an address that could be reached, before one that only says that this machine cannot reach it.
    private static func mostTelling(of failures: [StreamFailure]) -> StreamFailure {
        failures.first { $0 == .cancelled } ?? failures.first { $0 != .unreachable } ?? .unreachable
    }
}
