extension [UInt8] {
    /// The text with CRLF line endings [RFC 5322 §2.1].
    public var withCanonicalLineEnds: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + 2)
        var last: UInt8 = 0
        for octet in self {
            if octet == 0x0A, last != 0x0D { result.append(0x0D) }
            result.append(octet)
            last = octet
        }
        return result
    }
}
