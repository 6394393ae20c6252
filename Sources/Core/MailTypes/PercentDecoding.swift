/// Decodes the percent-encoding of bytes in URLs [RFC 3986 §2.1].
public enum PercentDecoding {
    /// Decodes each %XX. A "%" that does not begin an escape is kept, and "+" is a plus sign.
    public static func decoded(_ octets: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var rest = Array(octets)[...]
        while let octet = rest.popFirst() {
            if octet == 0x25, rest.count >= 2, let high = digit(rest[rest.startIndex]),
                let low = digit(rest[rest.startIndex + 1])
            {
                output.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                output.append(octet)
            }
        }
        return output
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        if octet &- 0x30 < 10 { return octet - 0x30 }
        let lower = octet | 0x20
        return lower &- 0x61 < 6 ? lower - 0x61 + 10 : nil
    }
}
