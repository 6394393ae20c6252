import MailClients
import MailTestSupport
import Synchronization
import Testing

/// The scripted submission server as a server for this suite. It accepts any number of connections and stores a message
/// per recipient, as other servers deliver to an inbox.
final class ModelSubmissionServer: Sendable {
    private struct State {
        var inbox: [[UInt8]] = []
        var faults: [String] = []
    }

    static let shared = ModelSubmissionServer()

    private let state = Mutex(State())

    /// The protocol violations of clients.
    var faults: [String] { state.withLock { $0.faults } }

    func connect(_ security: Endpoint.Security) -> any ByteStream {
        var server = InMemorySubmissionServer(isEncrypted: security == .implicitTLS)
        server.extensions = server.extensions.map { $0.hasPrefix("SIZE") ? "SIZE 31457280" : $0 }
        // The user kim with the password secret-kim.
        server.response = "AGtpbQBzZWNyZXQta2lt"
        for (code, text) in [(550, "5.1.1 no"), (554, "5.7.1 no"), (451, "4.3.0 not now"), (450, "4.2.1 not now")] {
            server.recipientAnswers["\(code)@example.net"] = "\(code) \(text)\r\n"
        }
        return ModelSubmissionStream(server, self)
    }

    func messages(with subject: String) -> [[UInt8]] {
        let line = Array("Subject: \(subject)\r\n".utf8)
        return state.withLock { state in
            state.inbox.filter { message in message.indices.contains { message[$0...].starts(with: line) } }
        }
    }

    fileprivate func take(_ messages: ArraySlice<InMemorySubmissionServer.Message>, _ faults: ArraySlice<String>) {
        state.withLock { state in
            for message in messages {
                state.inbox += Array(repeating: message.content, count: message.recipients.count)
            }
            state.faults += faults
        }
    }
}

private actor ModelSubmissionStream: ByteStream {
    private var server: InMemorySubmissionServer
    private let model: ModelSubmissionServer
    private var incoming: [UInt8] = []
    private var isClosed = false

    init(_ server: InMemorySubmissionServer, _ model: ModelSubmissionServer) {
        self.server = server
        self.model = model
        self.server.connect()
    }

    var isEncrypted: Bool { server.isEncrypted }

    func read(atMost count: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        if isClosed { throw .closed }
        incoming += server.takeOutput()
        let octets = Array(incoming.prefix(count))
        incoming.removeFirst(octets.count)
        // The server answers at once, so further output will never arrive.
        if octets.isEmpty, !server.isGone { throw .timedOut }
        return octets
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        if isClosed { throw .closed }
        if server.isGone { throw .cutOff }
        let (messages, faults) = (server.messages.count, server.faults.count)
        server.receive(octets)
        model.take(server.messages[messages...], server.faults[faults...])
    }

    func startTLS(within limit: Duration) async throws(StreamFailure) {
        incoming += server.takeOutput()
        if !incoming.isEmpty { throw .plaintextBeforeTLS }
        server.startTLS()
    }

    func close() async { isClosed = true }
}
