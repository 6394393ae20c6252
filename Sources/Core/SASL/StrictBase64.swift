/// Base64 as used in an exchange: one padded line, with every byte in the alphabet and no bits left over [RFC 4648 §4].
public enum StrictBase64 {
    /// The length of the longest line that a client must accept [RFC 4954 §4].
    public static let maximumLength = 12_288

    private static let alphabet: [UInt8] = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    public static func encode(_ octets: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity((octets.count + 2) / 3 * 4)
        var index = 0
        while index < octets.count {
            let rest = octets.count - index
            let word =
                Int(octets[index]) << 16 | (rest > 1 ? Int(octets[index + 1]) << 8 : 0)
                | (rest > 2 ? Int(octets[index + 2]) : 0)
            output.append(alphabet[word >> 18])
            output.append(alphabet[word >> 12 & 63])
            output.append(rest > 1 ? alphabet[word >> 6 & 63] : 0x3D)
            output.append(rest > 2 ? alphabet[word & 63] : 0x3D)
            index += 3
        }
        return output
    }

    /// Returns `nil` if the line is not valid base64 or is too long.
    public static func decode(_ line: [UInt8]) -> [UInt8]? {
        guard line.count <= maximumLength, line.count % 4 == 0 else { return nil }
        let padding = line.suffix(2).count { $0 == 0x3D }
        var output: [UInt8] = []
        output.reserveCapacity(line.count / 4 * 3)
        var word = 0
        for (index, octet) in line.dropLast(padding).enumerated() {
            guard let value = value(of: octet) else { return nil }
            word = word << 6 | value
            if index % 4 == 3 {
                output += [UInt8(word >> 16), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)]
                word = 0
            }
        }
        switch padding {
        case 1:
            guard word & 0x3 == 0 else { return nil }
            output += [UInt8(word >> 10), UInt8(word >> 2 & 0xFF)]
        case 2:
            guard word & 0xF == 0 else { return nil }
            output.append(UInt8(word >> 4))
        default: break
        }
        return output
    }

    private static func value(of octet: UInt8) -> Int? {
        switch octet {
        case 0x41...0x5A: Int(octet) - 0x41
        case 0x61...0x7A: Int(octet) - 0x61 + 26
        case 0x30...0x39: Int(octet) - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
