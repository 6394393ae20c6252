import Deflate
import Synchronization

/// The server's end of a compressed connection [RFC 4978].
final class ModelCompression: Sendable {
    private let inflater = Mutex(Inflater())
    private let deflater = Mutex(Deflater())

    /// Returns `nil` if the bytes are not compressed.
    func decompress(_ octets: [UInt8]) -> [UInt8]? {
        inflater.withLock { inflater in
            inflater.feed(octets)
            var result: [UInt8] = []
            while true {
                guard let more = try? inflater.next(atMost: 65_536) else { return nil }
                if more.isEmpty { return result }
                result += more
            }
        }
    }

    func compress(_ octets: [UInt8]) -> [UInt8] {
        deflater.withLock { $0.compress(octets) }
    }
}
