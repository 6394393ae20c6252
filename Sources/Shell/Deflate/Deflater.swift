private import CZlib

/// Compresses bytes into one raw deflate stream, piece by piece [RFC 1951].
@safe public struct Deflater: ~Copyable {
    private let stream: UnsafeMutablePointer<z_stream>

    private static let piece = 16_384

    public init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // A negative window size selects deflate without a header [zlib.h].
        let made = unsafe deflateInit2_(
            stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(made == Z_OK, "zlib has no memory to compress with")
    }

    deinit {
        unsafe _ = deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Returns the compressed form of `octets`, flushed: the receiver can decompress all of them.
    public mutating func compress(_ octets: [UInt8]) -> [UInt8] {
        guard !octets.isEmpty else { return [] }
        var compressed: [UInt8] = []
        var input = octets
        unsafe input.withUnsafeMutableBufferPointer { input in
            unsafe stream.pointee.next_in = input.baseAddress
            unsafe stream.pointee.avail_in = UInt32(input.count)
            var isFull = true
            while isFull {
                unsafe compressed += [UInt8](unsafeUninitializedCapacity: Self.piece) { output, count in
                    unsafe stream.pointee.next_out = output.baseAddress
                    unsafe stream.pointee.avail_out = UInt32(Self.piece)
                    // Without output space nothing happens, which is not an error: there may be nothing left to do.
                    let state = unsafe deflate(stream, Z_SYNC_FLUSH)
                    precondition(state == Z_OK || state == Z_BUF_ERROR, "zlib's stream is not one")
                    count = unsafe Self.piece - Int(stream.pointee.avail_out)
                    isFull = count == Self.piece
                }
            }
        }
        return compressed
    }
}
