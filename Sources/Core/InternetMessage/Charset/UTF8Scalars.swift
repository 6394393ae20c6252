extension Span<UInt8> {
    /// Returns the character at `index` of well-formed UTF-8 and its length in bytes; U+FFFD if it is truncated.
    func scalar(at index: Int, end: Int) -> (scalar: UInt32, length: Int) {
        let lead = self[index]
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard lead < 0x80 || lead >= 0xC0, index &+ length <= end else { return (0xFFFD, 1) }
        if length == 1 { return (UInt32(lead), 1) }
        var scalar = UInt32(lead) & (0xFF >> UInt32(length &+ 1))
        for offset in 1..<length { scalar = scalar &<< 6 | UInt32(self[index &+ offset] & 0x3F) }
        return (scalar, length)
    }
}

extension [UInt8] {
    /// Appends the UTF-8 form of `scalar`, or U+FFFD if it is not a scalar.
    mutating func append(scalar: UInt32) {
        append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
    }
}
