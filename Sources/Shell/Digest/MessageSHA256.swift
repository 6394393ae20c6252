/// Computes `SHA256.digest(ofMessage:)` incrementally.
public struct MessageSHA256: ~Copyable {
    private var digest = SHA256()
    private var last: UInt8 = 0
    /// The size so far in bytes with CRLF line endings, as a server counts it.
    public private(set) var canonicalSize = 0

    public init() {}

    public mutating func update(_ octets: Span<UInt8>) {
        var last = last
        octets.forEachRunWithCRLF(after: &last) { run in
            digest.update(run)
            canonicalSize += run.count
        }
        self.last = last
    }

    public consuming func finish() -> [UInt8] {
        digest.finish()
    }
}
