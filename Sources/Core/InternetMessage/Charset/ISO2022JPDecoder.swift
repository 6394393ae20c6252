/// ISO-2022-JP as used in mail: with half-width katakana, JIS X 0212 and the NEC and IBM extensions, which glibc's
/// converters reject [RFC 1468, RFC 2237].
///
/// Converts this 7-bit set, which switches between ASCII and others by escapes, to an 8-bit set without escapes. An
/// invalid byte becomes 0xFF, which is not a character in the 8-bit set either.
struct ISO2022JPDecoder {
    static let target = "eucjp-ms"

    private enum Set {
        case ascii
        case katakana
        case kanji
        case supplementary
    }

    private var set = Set.ascii
    /// The start of an escape sequence, first byte highest; 0 outside of one.
    private var escape: UInt32 = 0
    private var lead: UInt8?

    mutating func decode(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
        output.reserveCapacity(input.count + 4)
        for index in 0..<input.count { decode(input[index], into: &output) }
        guard isLast else { return }
        if lead != nil { output.append(0xFF) }
        lead = nil
        if escape != 0 { giveUpEscape(into: &output) }
    }

    private mutating func decode(_ byte: UInt8, into output: inout [UInt8]) {
        if escape != 0 {
            escape = escape << 8 | UInt32(byte)
            continueEscape(into: &output)
            return
        }
        if lead != nil, byte <= 0x20 || byte >= 0x7F {
            output.append(0xFF)
            lead = nil
        }
        switch (set, byte) {
        case (_, 0x1B):
            escape = UInt32(byte)
        case (.ascii, ..<0x80), (_, ...0x20):
            output.append(byte)
        case (.kanji, ..<0x7F), (.supplementary, ..<0x7F):
            guard let first = lead else {
                lead = byte
                return
            }
            lead = nil
            if set == .supplementary { output.append(0x8F) }
            output.append(first | 0x80)
            output.append(byte | 0x80)
        case (.katakana, 0x21...0x5F), (_, 0xA1...0xDF):
            output.append(0x8E)
            output.append(byte | 0x80)
        default:
            output.append(0xFF)
        }
    }

    private mutating func continueEscape(into output: inout [UInt8]) {
        switch escape {
        // ESC (, ESC $ and ESC $ (
        case 0x1B_28, 0x1B_24, 0x1B_24_28: return
        // ESC ( B and ESC ( J
        case 0x1B_28_42, 0x1B_28_4A: set = .ascii
        // ESC ( I
        case 0x1B_28_49: set = .katakana
        // ESC $ @, ESC $ B, ESC $ ( @ and ESC $ ( B
        case 0x1B_24_40, 0x1B_24_42, 0x1B_24_28_40, 0x1B_24_28_42: set = .kanji
        // ESC $ ( D
        case 0x1B_24_28_44: set = .supplementary
        default:
            giveUpEscape(into: &output)
            return
        }
        escape = 0
    }

    /// Treats an invalid escape sequence as text; its escape byte becomes 0xFF.
    private mutating func giveUpEscape(into output: inout [UInt8]) {
        let octets = escape
        escape = 0
        output.append(0xFF)
        var shift = 24
        while octets >> shift == 0 { shift -= 8 }
        while shift > 0 {
            shift -= 8
            decode(UInt8(truncatingIfNeeded: octets >> shift), into: &output)
        }
    }
}
