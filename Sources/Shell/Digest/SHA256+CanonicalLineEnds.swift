private import Glibc

extension SHA256 {
    /// Returns the digest of a message with all line endings converted to CRLF, so that a file with bare line feeds has
    /// the same digest as the message on the server.
    public static func digest(ofMessage message: [UInt8]) -> [UInt8] {
        var digest = LineEndDigest()
        digest.update(message.span)
        return digest.finish()
    }
}

/// Computes the same digest incrementally.
public struct LineEndDigest: ~Copyable {
    private var digest = SHA256()
    private var last: UInt8 = 0

    public init() {}

    public mutating func update(_ octets: Span<UInt8>) {
        var start = 0
        var index = 0
        while let found = octets.firstLineFeed(from: index) {
            let before = found > 0 ? octets[found - 1] : last
            if before != 0x0D {
                digest.update(octets.extracting(start..<found))
                digest.update(Self.carriageReturn.span)
                start = found
            }
            index = found + 1
        }
        digest.update(octets.extracting(start...))
        if octets.count > 0 { last = octets[octets.count - 1] }
    }

    private static let carriageReturn: [UInt8] = [0x0D]

    public consuming func finish() -> [UInt8] {
        digest.finish()
    }
}

extension Span<UInt8> {
    fileprivate func firstLineFeed(from start: Int) -> Int? {
        unsafe withUnsafeBytes { buffer in
            guard start < buffer.count, let base = buffer.baseAddress else { return nil }
            return unsafe memchr(base + start, 0x0A, buffer.count - start).map { unsafe base.distance(to: $0) }
        }
    }
}
