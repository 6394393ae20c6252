internal import MailClients
private import Synchronization

/// A connection that counts what goes over it.
final class CountedStream: ByteStream {
    struct Counts: Hashable, Sendable {
        var octetsIn = 0
        var octetsOut = 0
        /// How often something was waited for after something else was said.
        var roundTrips = 0
        fileprivate var hasSpoken = false
    }

    private let stream: any ByteStream
    private let state = Mutex(Counts())

    init(_ stream: any ByteStream) {
        self.stream = stream
    }

    var counts: Counts { state.withLock { $0 } }

    func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        let octets = try await stream.read(atMost: atMost, within: limit)
        state.withLock { counts in
            counts.octetsIn += octets.count
            if counts.hasSpoken { counts.roundTrips += 1 }
            counts.hasSpoken = false
        }
        return octets
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        state.withLock { counts in
            counts.octetsOut += octets.count
            counts.hasSpoken = true
        }
        try await stream.write(octets, within: limit)
    }

    func startTLS(within limit: Duration) async throws(StreamFailure) {
        try await stream.startTLS(within: limit)
    }

    var isEncrypted: Bool { get async { await stream.isEncrypted } }

    func close() async {
        await stream.close()
    }
}
