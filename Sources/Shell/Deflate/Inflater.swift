private import CZlib

/// What was to be decompressed is no deflate.
public struct NoDeflate: Error, Hashable, Sendable {
    public init() {}
}

/// Decompresses one stream of raw deflate, however its octets arrive [RFC 1951].
///
/// It holds what it was fed and the 32 KiB that deflate refers back to. What comes out, whoever asks for it limits.
@safe public struct Inflater: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var start = 0
    /// Whether something may come out that needs no more octets.
    private var isHolding = false
    /// The sender has said that nothing follows.
    public private(set) var isAtEnd = false
    /// Whether nothing was begun that is not done, as far as octets were looked at.
    private var isBlockDone = true

    public init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let made = unsafe inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(made == Z_OK, "zlib has no memory to decompress with")
    }

    deinit {
        unsafe _ = inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Whether octets are left that were fed and not looked at.
    public var hasRest: Bool { start < input.count }

    /// Whether a sender may stop here: nothing was begun that is not done.
    public var isBetweenBlocks: Bool {
        isAtEnd || isBlockDone && !hasRest && !isHolding
    }

    /// Takes octets. Whoever feeds it asks for what comes out until nothing does, so it holds one read at a time.
    public mutating func feed(_ octets: [UInt8]) {
        input = hasRest ? Array(input[start...]) + octets : octets
        start = 0
    }

    /// The next octets, `limit` at most; none where more has to be fed first, and behind the end.
    public mutating func next(atMost limit: Int) throws(NoDeflate) -> [UInt8] {
        guard !isAtEnd, hasRest || isHolding, limit > 0 else { return [] }
        var state = Z_OK
        let before = start
        let octets = unsafe [UInt8](unsafeUninitializedCapacity: limit) { output, count in
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + start }
                unsafe stream.pointee.avail_in = UInt32(input.count - start)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(limit)
                unsafe state = inflate(stream, Z_SYNC_FLUSH)
                unsafe start = input.count - Int(stream.pointee.avail_in)
                unsafe count = limit - Int(stream.pointee.avail_out)
            }
        }
        isHolding = octets.count == limit
        // A call that changes nothing says nothing of this.
        if start > before || !octets.isEmpty { unsafe isBlockDone = stream.pointee.data_type & 128 != 0 }
        switch state {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: isAtEnd = true
        default:
            // What came before the fault is good, and the fault comes again.
            if octets.isEmpty { throw NoDeflate() }
            isHolding = true
        }
        return octets
    }
}
