import MailClients
import MailTestSupport
import Synchronization

/// A submission server that records what it accepted over all connections.
final class RecordingSMTPServer: Sendable {
    private let state = Mutex<(accepted: [InMemorySubmissionServer.Message], isDown: Bool)>(([], false))
    private let settings: @Sendable (inout InMemorySubmissionServer) -> Void

    /// `settings` configures the server of each connection.
    init(_ settings: @escaping @Sendable (inout InMemorySubmissionServer) -> Void = { _ in }) {
        self.settings = settings
    }

    var accepted: [InMemorySubmissionServer.Message] { state.withLock { $0.accepted } }

    /// Makes the server unreachable, or reachable again.
    func turnOff(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    var connections: NetworkAccess {
        NetworkAccess { [self] endpoint, _ throws(StreamFailure) in
            if state.withLock({ $0.isDown }) { throw StreamFailure.timedOut }
            var server = InMemorySubmissionServer(isEncrypted: endpoint.security == .implicitTLS)
            settings(&server)
            return ModelSubmissionStream(server) { message in self.state.withLock { $0.accepted.append(message) } }
        }
    }
}

private actor ModelSubmissionStream: ByteStream {
    private var server: InMemorySubmissionServer
    private let accept: @Sendable (InMemorySubmissionServer.Message) -> Void
    private var incoming: [UInt8] = []

    init(_ server: InMemorySubmissionServer, accept: @escaping @Sendable (InMemorySubmissionServer.Message) -> Void) {
        self.server = server
        self.accept = accept
        self.server.connect()
    }

    var isEncrypted: Bool { server.isEncrypted }

    func read(atMost count: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        incoming += server.takeOutput()
        if incoming.isEmpty, !server.isGone { throw .timedOut }
        let octets = Array(incoming.prefix(count))
        incoming.removeFirst(octets.count)
        return octets
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        let known = server.messages.count
        server.receive(octets)
        for message in server.messages[known...] { accept(message) }
    }

    func startTLS(within limit: Duration) async throws(StreamFailure) { server.startTLS() }
    func close() async {}
}
