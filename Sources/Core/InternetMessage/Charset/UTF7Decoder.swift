/// Decodes UTF-7: `+`, UTF-16 in base64, and `-` or any other byte that is not a digit [RFC 2152].
///
/// glibc's converters lose their position at invalid bytes in a shift, and resume at a different byte if the text
/// arrives in pieces. Here the result does not depend on where pieces end. Characters that should be in a shift but are
/// not are accepted.
struct UTF7Decoder {
    private var isShifted = false
    /// Whether nothing has followed the `+` yet.
    private var isFresh = false
    private var bits: UInt32 = 0
    private var bitCount: UInt32 = 0
    /// The first half of a surrogate pair.
    private var high: UInt16?

    mutating func decode(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
        output.reserveCapacity(output.count + input.count)
        for index in 0..<input.count { decode(input[index], into: &output) }
        guard isLast, isShifted else { return }
        if isFresh { output.append(Self.plus) }
        endShift(into: &output)
    }

    private static let plus: UInt8 = 0x2B
    private static let minus: UInt8 = 0x2D

    private mutating func decode(_ octet: UInt8, into output: inout [UInt8]) {
        guard isShifted else { return direct(octet, into: &output) }
        if let digit = Self.digit(octet) {
            isFresh = false
            bits = bits << 6 | digit
            bitCount += 6
            guard bitCount >= 16 else { return }
            bitCount -= 16
            unit(UInt16(truncatingIfNeeded: bits >> bitCount), into: &output)
            bits &= (1 << bitCount) - 1
            return
        }
        // "+-" is a plus sign. Before any other byte that is not a digit, the "+" is taken literally.
        if isFresh { output.append(Self.plus) }
        endShift(into: &output)
        if octet != Self.minus { direct(octet, into: &output) }
    }

    private mutating func direct(_ octet: UInt8, into output: inout [UInt8]) {
        if octet == Self.plus {
            isShifted = true
            isFresh = true
        } else if octet < 0x80 {
            output.append(octet)
        } else {
            output.append(contentsOf: LossyUTF8Decoder.replacement)
        }
    }

    private mutating func endShift(into output: inout [UInt8]) {
        if high != nil { output.append(contentsOf: LossyUTF8Decoder.replacement) }
        self = UTF7Decoder()
    }

    private mutating func unit(_ unit: UInt16, into output: inout [UInt8]) {
        if let first = high {
            high = nil
            if unit &- 0xDC00 < 0x400 {
                let value = 0x10000 + UInt32(first - 0xD800) << 10 + UInt32(unit - 0xDC00)
                return append(value, to: &output)
            }
            output.append(contentsOf: LossyUTF8Decoder.replacement)
        }
        if unit &- 0xD800 < 0x400 { high = unit } else { append(UInt32(unit), to: &output) }
    }

    /// Appends a UTF-16 unit. The second half of a pair alone is not a character.
    private func append(_ value: UInt32, to output: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value) else {
            output.append(contentsOf: LossyUTF8Decoder.replacement)
            return
        }
        output.append(contentsOf: String(scalar).utf8)
    }

    private static func digit(_ octet: UInt8) -> UInt32? {
        switch octet {
        case 0x41...0x5A: UInt32(octet - 0x41)
        case 0x61...0x7A: UInt32(octet - 0x61 + 26)
        case 0x30...0x39: UInt32(octet - 0x30 + 52)
        case plus: 62
        case 0x2F: 63
        default: nil
        }
    }
}
