/// Searches for bytes, eight at a time. XOR with the wanted byte turns each match into a zero byte.
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Returns the index of the first LF in `range`, or its upper bound.
    static func lineFeed(in octets: Span<UInt8>, _ range: Range<Int>) -> Int {
        first(ASCII.lf, or: ASCII.lf, in: octets, range)
    }

    /// Returns the index of the first byte in `range` that equals `one` or `other`, or the upper bound of `range`.
    @inline(__always)
    static func first(_ one: UInt8, or other: UInt8, in octets: Span<UInt8>, _ range: Range<Int>) -> Int {
        var index = range.lowerBound
        let end = range.upperBound
        let raw = unsafe octets.bytes
        precondition(index >= 0 && end <= raw.byteCount)
        // The load may reach past the range, but not past the span.
        while index < end, index &+ 8 <= raw.byteCount {
            let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            let found = zeros(of: word ^ (ones &* UInt64(one))) | zeros(of: word ^ (ones &* UInt64(other)))
            if found != 0 { return min(index &+ found.trailingZeroBitCount >> 3, end) }
            index &+= 8
        }
        while index < end {
            if octets[index] == one || octets[index] == other { return index }
            index &+= 1
        }
        return end
    }

    /// Returns a word whose lowest set bit is the high bit of the first zero byte.
    @inline(__always)
    private static func zeros(of word: UInt64) -> UInt64 {
        (word &- ones) & ~word & highs
    }
}
