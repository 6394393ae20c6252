/// The scans in which parsing spends nearly all of its time, eight bytes per step.
///
/// After XOR with the byte, a word has a zero byte exactly where the byte was. The lowest high bit left by `(x - 0x01…)
/// & ~x & 0x80…` marks the first of them (little-endian order).
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Returns the index of the first `byte` in `range`, or `range.upperBound`.
    @inline(__always)
    static func first(_ byte: UInt8, in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        let end = range.upperBound
        let pattern = ones &* UInt64(byte)
        let raw = unsafe bytes.bytes
        precondition(index >= 0 && end <= raw.byteCount)
        while index &+ 8 <= end {
            let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self) ^ pattern
            let zeros = (word &- ones) & ~word & highs
            if zeros != 0 { return index &+ zeros.trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while index < end {
            if bytes[index] == byte { return index }
            index &+= 1
        }
        return end
    }

    /// Returns the index of the first byte over 127 in `range`, or `range.upperBound`.
    @inline(__always)
    static func firstNonASCII(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        let end = range.upperBound
        let raw = unsafe bytes.bytes
        precondition(index >= 0 && end <= raw.byteCount)
        while index &+ 8 <= end {
            let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            if word & highs != 0 { return index &+ (word & highs).trailingZeroBitCount >> 3 }
            index &+= 8
        }
        while index < end {
            if bytes[index] > 0x7F { return index }
            index &+= 1
        }
        return end
    }
}
