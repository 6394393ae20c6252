internal import Deflate
internal import Platform
private import Synchronization

/// A connection on which both sides compress what they say [RFC 4978].
///
/// However much a read decompresses to, no more than was asked for is made of it at once.
final class CompressedStream: ByteStream {
    private let stream: any ByteStream
    private let clock: any Clock
    private let inflater: Mutex<Inflater>
    private let deflater = Mutex(Deflater())

    /// `first`: compressed octets that were read from `stream` already.
    init(_ stream: any ByteStream, first: [UInt8], clock: any Clock) {
        self.stream = stream
        self.clock = clock
        inflater = Mutex(Inflater())
        inflater.withLock { $0.feed(first) }
    }

    func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        // Octets that decompress to none are no sign of life.
        let deadline = clock.elapsed() + limit
        while true {
            if let octets = try decompressed(atMost: atMost) { return octets }
            let left = deadline - clock.elapsed()
            guard left > .zero else { throw .timedOut }
            let octets = try await stream.read(atMost: atMost, within: left)
            if octets.isEmpty {
                // The peer has ended the connection; what it was saying may not be complete.
                guard inflater.withLock({ $0.isBetweenBlocks }) else { throw .cutOff }
                return []
            }
            inflater.withLock { $0.feed(octets) }
        }
    }

    /// `nil` where more has to be read; none where the peer has ended its stream.
    private func decompressed(atMost: Int) throws(StreamFailure) -> [UInt8]? {
        do throws(NoDeflate) {
            return try inflater.withLock { inflater throws(NoDeflate) in
                let octets = try inflater.next(atMost: atMost)
                if !octets.isEmpty { return octets }
                guard inflater.isAtEnd else { return nil }
                if inflater.hasRest { throw NoDeflate() }
                return []
            }
        } catch {
            throw .compression
        }
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        try await stream.write(deflater.withLock { $0.compress(octets) }, within: limit)
    }

    /// TLS begins before anything is compressed: what is compressed cannot be taken for what it protects.
    func startTLS(within limit: Duration) async throws(StreamFailure) {
        throw .plaintextBeforeTLS
    }

    var isEncrypted: Bool { get async { await stream.isEncrypted } }

    func close() async {
        await stream.close()
    }
}
