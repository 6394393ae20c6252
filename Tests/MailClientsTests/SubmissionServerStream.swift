import MailClients
import MailTestSupport

/// A connection to a server in this process.
actor SubmissionServerStream: ByteStream {
    private(set) var server: InMemorySubmissionServer
    private(set) var isClosed = false
    private(set) var readLimits: [Duration] = []
    private var incoming: [UInt8] = []
    /// The size of the largest piece.
    private let piece: Int
    /// The connection ends after this many bytes of the client.
    private let cut: Int
    /// The connection ends after this many bytes of the server.
    private let lastWord: Int
    private(set) var saidCount = 0
    /// How the connection ends. `nil` means in good order.
    private let failure: StreamFailure?
    private let tlsFailure: StreamFailure?
    private let clock: ManualClock?

    init(
        _ server: InMemorySubmissionServer, piece: Int = .max, cut: Int = .max, lastWord: Int = .max,
        _ failure: StreamFailure? = nil, tlsFailure: StreamFailure? = nil, clock: ManualClock? = nil
    ) {
        self.server = server
        self.piece = piece
        self.cut = cut
        self.lastWord = lastWord
        self.failure = failure
        self.tlsFailure = tlsFailure
        self.clock = clock
        self.server.connect()
    }

    var isEncrypted: Bool { server.isEncrypted }

    func read(atMost count: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        readLimits.append(limit)
        incoming += server.takeOutput()
        guard !incoming.isEmpty, server.seenCount < cut, saidCount < lastWord else {
            clock?.turn(by: limit)
            if let failure { throw failure }
            return []
        }
        clock?.turn(by: .seconds(1))
        let octets = Array(incoming.prefix(min(count, piece, lastWord - saidCount)))
        saidCount += octets.count
        incoming.removeFirst(octets.count)
        return octets
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        if isClosed { throw .closed }
        if server.isGone { throw .cutOff }
        server.receive(Array(octets.prefix(cut - server.seenCount)))
    }

    func startTLS(within limit: Duration) async throws(StreamFailure) {
        if let tlsFailure { throw tlsFailure }
        if !incoming.isEmpty { throw .plaintextBeforeTLS }
        server.startTLS()
    }

    func close() async { isClosed = true }
}
