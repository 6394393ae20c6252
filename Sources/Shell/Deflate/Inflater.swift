private import CZlib

/// The input is not valid deflate data.
public struct DeflateError: Error, Hashable, Sendable {
    public init() {}
}

/// Decompresses one raw deflate stream that arrives in any pieces [RFC 1951].
///
/// It holds the pending input and the 32 KiB window of deflate. The caller limits the output.
@safe public struct Inflater: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var start = 0
    /// Whether more output may be available without more input.
    private var isHolding = false
    /// Whether the end of the stream has been reached.
    public private(set) var isAtEnd = false
    /// Whether the input so far ends at the end of a block.
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

    /// Whether there is unprocessed input.
    public var hasRest: Bool { start < input.count }

    /// Whether the sender may stop here: no block is incomplete.
    public var isBetweenBlocks: Bool {
        isAtEnd || isBlockDone && !hasRest && !isHolding
    }

    /// Appends input. The caller then takes output until there is none, so that at most one read is held.
    public mutating func feed(_ octets: [UInt8]) {
        input = hasRest ? Array(input[start...]) + octets : octets
        start = 0
    }

    /// Returns at most `limit` bytes of output; none if more input is needed, or at the end.
    public mutating func next(atMost limit: Int) throws(DeflateError) -> [UInt8] {
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
        // Without progress, zlib does not update the flag.
        if start > before || !octets.isEmpty { unsafe isBlockDone = stream.pointee.data_type & 128 != 0 }
        switch state {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: isAtEnd = true
        default:
            // The output before the error is valid, and the error is thrown again next time.
            if octets.isEmpty { throw DeflateError() }
            isHolding = true
        }
        return octets
    }
}
