extension Span<UInt8> {
    /// Returns whether the bytes in `range` equal `word`, ignoring ASCII case. `word` is ASCII without capitals.
    ///
    /// For a literal `word`, the compiler reduces the comparison to one, two or three integer comparisons.
    @inlinable @inline(__always)
    public func has(_ word: StaticString, at range: Range<Int>) -> Bool {
        let count = word.utf8CodeUnitCount
        guard range.count == count, range.lowerBound >= 0, range.upperBound <= self.count else { return false }
        let (here, wanted) = unsafe (bytes, word.utf8Start)
        let start = range.lowerBound
        var offset = 0
        // The last step compares the last eight bytes, or four, and may overlap bytes already compared.
        if count >= 8 {
            while true {
                let left = unsafe here.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ offset, as: UInt64.self)
                let right = unsafe UnsafeRawPointer(wanted).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                guard (left | Self.caseBits(of: right)) == right else { return false }
                if offset &+ 8 == count { return true }
                offset = Swift.min(offset &+ 8, count &- 8)
            }
        }
        if count >= 4 {
            while true {
                let left = unsafe here.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ offset, as: UInt32.self)
                let right = unsafe UnsafeRawPointer(wanted).loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                guard (UInt64(left) | Self.caseBits(of: UInt64(right))) == right else { return false }
                if offset &+ 4 == count { return true }
                offset = count &- 4
            }
        }
        while offset < count {
            let octet = self[start &+ offset]
            let right = unsafe wanted[offset]
            guard UInt64(octet) | Self.caseBits(of: UInt64(right)) == right else { return false }
            offset &+= 1
        }
        return true
    }

    /// Returns the bit that distinguishes a capital from a small letter, for each byte that is a small letter.
    @inlinable @inline(__always)
    static func caseBits(of word: UInt64) -> UInt64 {
        // With bytes below 0x80, no sum carries into the next byte.
        let fromA = word &+ 0x1F1F_1F1F_1F1F_1F1F
        let overZ = word &+ 0x0505_0505_0505_0505
        return (fromA & ~overZ & 0x8080_8080_8080_8080) >> 2
    }
}
