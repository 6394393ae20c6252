internal import CXXHash
public import MailTypes

/// Computes `XXH3.contentHash` of a message incrementally, so that a large file need not be in memory as a whole.
@safe public struct MessageHasher: ~Copyable {
    private let state: OpaquePointer
    private var last: UInt8 = 0

    public init() {
        guard let state = unsafe XXH3_createState() else { preconditionFailure("xxHash has no memory for a state") }
        unsafe _ = XXH3_128bits_reset(state)
        unsafe self.state = unsafe state
    }

    deinit {
        unsafe _ = XXH3_freeState(state)
    }

    public mutating func update(_ octets: Span<UInt8>) {
        let state = unsafe state
        octets.forEachRunWithCRLF(after: &last) { run in
            unsafe run.withUnsafeBytes { buffer in
                unsafe _ = XXH3_128bits_update(state, buffer.baseAddress, buffer.count)
            }
        }
    }

    /// Returns the hash of all bytes so far.
    public consuming func finish() -> ContentHash {
        ContentHash(unsafe XXH3_128bits_digest(state))
    }
}

extension ContentHash {
    init(_ hash: XXH128_hash_t) {
        self.init(high: hash.high64, low: hash.low64)
    }
}
