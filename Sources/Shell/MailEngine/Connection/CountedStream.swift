internal import MailClients
internal import Platform
private import Synchronization

/// A connection that counts bytes and round trips.
final class CountedStream: ByteStream {
    struct Counts: Hashable, Sendable {
        var octetsIn = 0
        var octetsOut = 0
        /// The number of reads that followed a write.
        var roundTrips = 0
        /// The shortest round trip, which approximates the network's latency. `nil` before the first.
        var shortestRoundTrip: Duration?
        /// The time of the first write since the last read; `nil` if there was none.
        fileprivate var spoken: Duration?

        /// Returns what was transferred since `earlier`.
        func subtracting(_ earlier: Counts) -> Counts {
            var counts = self
            counts.octetsIn -= earlier.octetsIn
            counts.octetsOut -= earlier.octetsOut
            counts.roundTrips -= earlier.roundTrips
            return counts
        }
    }

    private let stream: any ByteStream
    /// Held until the connection is closed.
    private let permit: Mutex<ConnectionLimiter.Permit?>
    private let clock: any Clock
    private let state = Mutex(Counts())

    init(_ stream: any ByteStream, _ permit: ConnectionLimiter.Permit? = nil, clock: any Clock) {
        self.stream = stream
        self.permit = Mutex(permit)
        self.clock = clock
    }

    var counts: Counts { state.withLock { $0 } }

    func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        let octets = try await stream.read(atMost: atMost, within: limit)
        let now = clock.elapsed()
        state.withLock { counts in
            counts.octetsIn += octets.count
            guard let spoken = counts.spoken else { return }
            counts.roundTrips += 1
            counts.spoken = nil
            let time = now - spoken
            counts.shortestRoundTrip = min(counts.shortestRoundTrip ?? time, time)
        }
        return octets
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        let now = clock.elapsed()
        state.withLock { counts in
            counts.octetsOut += octets.count
            // The round trip begins with the first of several writes.
            counts.spoken = counts.spoken ?? now
        }
        try await stream.write(octets, within: limit)
    }

    func startTLS(within limit: Duration) async throws(StreamFailure) {
        try await stream.startTLS(within: limit)
    }

    var isEncrypted: Bool { get async { await stream.isEncrypted } }

    func close() async {
        await stream.close()
        permit.withLock { $0 = nil }
    }
}
