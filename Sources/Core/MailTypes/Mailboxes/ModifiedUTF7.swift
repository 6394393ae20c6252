/// The 7-bit encoding of IMAP mailbox names, which predates UTF-8 [RFC 3501 §5.1.3].
public enum ModifiedUTF7 {
    /// Decodes a name to UTF-8. Returns `nil` if it is not modified UTF-7, or not in its canonical form.
    public static func decode(_ name: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var position = 0
        while position < name.count {
            let octet = name[position]
            guard octet >= 0x20, octet < 0x7F else { return nil }
            position += 1
            guard octet == 0x26 else {
                result.append(octet)
                continue
            }
            guard let end = name[position...].firstIndex(of: 0x2D) else { return nil }
            if end == position {
                result.append(0x26)
            } else {
                guard let text = decodeShift(name[position..<end]) else { return nil }
                result += text
            }
            position = end + 1
        }
        // Reject nonzero padding bits, two shifts in a row and ASCII in a shift: they would be a second name for a
        // mailbox.
        return encode(result) == name ? result : nil
    }

    /// Encodes UTF-8 as modified UTF-7; bytes that are not UTF-8 become U+FFFD.
    public static func encode(_ name: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var shift: [UInt16] = []
        for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
            if scalar.value >= 0x20, scalar.value < 0x7F {
                flush(&shift, into: &result)
                result += scalar.value == 0x26 ? [0x26, 0x2D] : [UInt8(truncatingIfNeeded: scalar.value)]
            } else {
                shift += UTF16.encode(scalar).map { Array($0) } ?? []
            }
        }
        flush(&shift, into: &result)
        return result
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,".utf8)

    private static func flush(_ shift: inout [UInt16], into result: inout [UInt8]) {
        guard !shift.isEmpty else { return }
        result.append(0x26)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for unit in shift {
            bits = bits << 16 | UInt32(unit)
            count += 16
            while count >= 6 {
                count -= 6
                result.append(alphabet[Int(bits >> count & 63)])
            }
            bits &= (1 << count) - 1
        }
        if count > 0 { result.append(alphabet[Int(bits << (6 - count) & 63)]) }
        result.append(0x2D)
        shift = []
    }

    private static func decodeShift(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        var units: [UInt16] = []
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for digit in digits {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 16 {
                count -= 16
                units.append(UInt16(truncatingIfNeeded: bits >> count))
                bits &= (1 << count) - 1
            }
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }
}
