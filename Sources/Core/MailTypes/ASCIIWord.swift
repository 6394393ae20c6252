extension Span<UInt8> {
    /// Whether the octets in `range` are those of `word` in any case of its letters; `word` is ASCII without capitals.
    ///
    /// A word that stands in the program becomes the one, two or three numbers that are compared.
    @inlinable @inline(__always)
    public func has(_ word: StaticString, at range: Range<Int>) -> Bool {
        let count = word.utf8CodeUnitCount
        guard range.count == count, range.lowerBound >= 0, range.upperBound <= self.count else { return false }
        let (here, wanted) = unsafe (bytes, word.utf8Start)
        let start = range.lowerBound
        var offset = 0
        // The last step takes the last eight octets, or four, whatever of them was compared already.
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

    /// The bit that parts a capital from a small letter, for each octet that is a small letter.
    @inlinable @inline(__always)
    static func caseBits(of word: UInt64) -> UInt64 {
        // With octets below 0x80 no sum runs over into the next octet.
        let fromA = word &+ 0x1F1F_1F1F_1F1F_1F1F
        let overZ = word &+ 0x0505_0505_0505_0505
        return (fromA & ~overZ & 0x8080_8080_8080_8080) >> 2
    }
}
