internal import CXXHash
public import MailTypes

/// Computes `XXH3.contentHash` of a message incrementally, so that a large file need not be in memory as a whole.
@safe public struct MessageHasher: ~Copyable {
    private let state: OpaquePointer
    /// The last byte so far: a line feed that begins the next piece may belong to a carriage return here.
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
        var start = 0
        for index in octets.indices where octets[index] == 0x0A && (index > 0 ? octets[index - 1] : last) != 0x0D {
            add(octets.extracting(start..<index))
            add(Self.lineEnd.span)
            start = index + 1
        }
        add(octets.extracting(start...))
        if octets.count > 0 { last = octets[octets.count - 1] }
    }

    private mutating func add(_ octets: Span<UInt8>) {
        unsafe octets.withUnsafeBytes { buffer in
            unsafe _ = XXH3_128bits_update(state, buffer.baseAddress, buffer.count)
        }
    }

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]

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
