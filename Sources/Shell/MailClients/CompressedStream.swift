internal import Deflate
internal import Platform
private import Synchronization

/// A stream that is compressed in both directions [RFC 4978].
///
/// A read never decompresses more than the caller asked for, however large the decompressed data is.
final class CompressedStream: ByteStream {
    private let stream: any ByteStream
    private let clock: any Clock
    private let inflater: Mutex<Inflater>
    private let deflater = Mutex(Deflater())

    /// `first` contains compressed bytes that were already read from `stream`.
    init(_ stream: any ByteStream, first: [UInt8], clock: any Clock) {
        self.stream = stream
        self.clock = clock
        inflater = Mutex(Inflater())
        inflater.withLock { $0.feed(first) }
    }

    func read(atMost: Int, within limit: Duration) async throws(StreamFailure) -> [UInt8] {
        // Compressed bytes that yield no data do not extend the deadline.
        let deadline = clock.elapsed() + limit
        while true {
            if let octets = try decompressed(atMost: atMost) { return octets }
            let left = deadline - clock.elapsed()
            guard left > .zero else { throw .timedOut }
            let octets = try await stream.read(atMost: atMost, within: left)
            if octets.isEmpty {
                // The peer has closed the connection, perhaps in the middle of a compressed block.
                guard inflater.withLock({ $0.isBetweenBlocks }) else { throw .cutOff }
                return []
            }
            inflater.withLock { $0.feed(octets) }
        }
    }

    /// Returns `nil` if more input is needed, and an empty array at the end of the compressed stream.
    private func decompressed(atMost: Int) throws(StreamFailure) -> [UInt8]? {
        do throws(DeflateError) {
            return try inflater.withLock { inflater throws(DeflateError) in
                let octets = try inflater.next(atMost: atMost)
                if !octets.isEmpty { return octets }
                guard inflater.isAtEnd else { return nil }
                if inflater.hasRest { throw DeflateError() }
                return []
            }
        } catch {
            throw .compression
        }
    }

    func write(_ octets: [UInt8], within limit: Duration) async throws(StreamFailure) {
        try await stream.write(deflater.withLock { $0.compress(octets) }, within: limit)
    }

    /// Always fails: TLS must start before compression, so that compressed plaintext is not mistaken for protected
    /// data.
    func startTLS(within limit: Duration) async throws(StreamFailure) {
        throw .plaintextBeforeTLS
    }

    var isEncrypted: Bool { get async { await stream.isEncrypted } }

    func close() async {
        await stream.close()
    }
}
