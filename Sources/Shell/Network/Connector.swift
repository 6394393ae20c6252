public import MailClients

/// Connects to servers that are verified with the same trust anchors. A program creates one per `TrustAnchors` value
/// that its accounts use, all on one `EventLoop`.
public struct Connector: Sendable {
    /// The time between the first attempts at consecutive addresses [RFC 8305 §5].
    private static let headStart = Duration.milliseconds(250)
    /// The time between retries after all addresses have been tried.
    private static let patience = Duration.seconds(2)

    private let loop: EventLoop
    private let resolver: Resolver
    private let context: TLSContext

    /// Fails if the trust anchors cannot be read.
    public init(on loop: EventLoop, trusting authorities: TrustAnchors = .system) throws(StreamFailure) {
        self.loop = loop
        resolver = Resolver(on: loop)
        context = try TLSContext(authorities)
    }

    /// Resolves the host, connects, and verifies the server's certificate if the endpoint uses implicit TLS, all within
    /// `limit`.
    public func connect(
        to endpoint: Endpoint, within limit: Duration = .seconds(30)
    ) async throws(StreamFailure) -> TCPOrTLSStream {
        let deadline = Deadline(in: limit)
        let addresses = try await resolver.addresses(of: endpoint, until: deadline)
        return try await connect(to: endpoint, at: addresses, until: deadline)
    }

    func connect(
        to endpoint: Endpoint, at addresses: [SocketAddress], until deadline: Deadline
    ) async throws(StreamFailure) -> TCPOrTLSStream {
        let stream = TCPOrTLSStream(try await fastest(of: addresses, until: deadline), to: endpoint, context)
        switch endpoint.security {
        case .implicitTLS: try await stream.startTLS(within: deadline.remaining)
        case .startTLS: break
        }
        return stream
    }

    private enum Event: Sendable {
        case connected(Socket)
        /// The attempt at the address with this index has failed.
        case failed(Int, StreamFailure)
        /// The time between the attempt with this number and the next one is over.
        case headStartOver(Int)
    }

    /// Returns the first connection that is established. An address is tried when the attempt before it has failed or
    /// its head start is over. Addresses that do not answer are retried in turn: packets sent while the network was
    /// down are not resent as soon as it is back, because TCP doubles its retransmission timeout [RFC 6298 §5.5]. Later
    /// connections are closed.
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

    /// Prefers the failure of an address that could be reached to one that says that the network is unreachable.
    private static func mostTelling(of failures: [StreamFailure]) -> StreamFailure {
        failures.first { $0 == .cancelled } ?? failures.first { $0 != .unreachable } ?? .unreachable
    }
}
