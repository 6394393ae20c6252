/// Parses up to eight digits at once.
enum DigitRun {
    /// Returns the number of leading digits among the eight bytes at `index`, and their value. All eight bytes must
    /// exist.
    @inline(__always)
    static func first(of octets: Span<UInt8>, at index: Int) -> (count: Int, value: UInt64) {
        let raw = unsafe octets.bytes
        precondition(index >= 0 && index <= raw.byteCount &- 8)
        // The first digit is the lowest byte.
        let word =
            unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self) ^ 0x3030_3030_3030_3030
        // Sets the high bit of each byte above 9. Carries affect later bytes only.
        let others = (word &+ 0x7676_7676_7676_7676 | word) & 0x8080_8080_8080_8080
        let count = others == 0 ? 8 : others.trailingZeroBitCount >> 3
        guard count > 0 else { return (0, 0) }
        // Fill with leading zeros. Then combine digits to pairs, pairs to fours, and fours to the result.
        let digits = word << UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return (count, (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
    }
}
