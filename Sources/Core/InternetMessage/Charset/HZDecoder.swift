/// HZ: GB2312 with the high bits off, between `~{` and `~}` [RFC 1843]. glibc does not support it.
///
/// Converts this 7-bit set, which switches between ASCII and Chinese by escapes, to an 8-bit set without escapes. An
/// invalid byte becomes 0xFF, which is not a character in the 8-bit set either.
struct HZDecoder {
    static let target = "gb18030"

    private var isChinese = false
    private var afterTilde = false
    private var lead: UInt8?

    mutating func decode(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
        output.reserveCapacity(input.count + 2)
        for index in 0..<input.count { decode(input[index], into: &output) }
        guard isLast else { return }
        if lead != nil { output.append(0xFF) }
        if afterTilde { output.append(0x7E) }
        lead = nil
        afterTilde = false
    }

    private mutating func decode(_ byte: UInt8, into output: inout [UInt8]) {
        if lead != nil, byte <= 0x20 {
            output.append(0xFF)
            lead = nil
        }
        if afterTilde {
            // The line break that "~" removes may be CR LF.
            if byte == ASCII.cr { return }
            afterTilde = false
            switch byte {
            case 0x7B: isChinese = true
            case 0x7D: isChinese = false
            case 0x7E: output.append(0x7E)
            case ASCII.lf: break
            default:
                output.append(0x7E)
                output.append(byte < 0x80 ? byte : 0xFF)
            }
        } else if let first = lead {
            lead = nil
            if Self.isHalf(byte) {
                output.append(first | 0x80)
                output.append(byte | 0x80)
            } else {
                output.append(0xFF)
            }
        } else if byte == 0x7E {
            afterTilde = true
        } else if byte == ASCII.lf || byte == ASCII.cr {
            isChinese = false
            output.append(byte)
        } else if isChinese, Self.isHalf(byte) {
            lead = byte
        } else {
            output.append(byte < 0x80 ? byte : 0xFF)
        }
    }

    /// Returns whether the byte is half a character, with the high bit on or off.
    private static func isHalf(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte & 0x7F)
    }
}
