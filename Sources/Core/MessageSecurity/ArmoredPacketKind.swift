/// The first packet of an OpenPGP message in ASCII armor, which tells what the message is [RFC 9580 §10.3].
public enum ArmoredPacketKind: Hashable, Sendable {
    case encrypted
    case signed
    case other

    public static func first(in armor: [UInt8]) -> ArmoredPacketKind {
        guard let octet = firstOctet(in: armor), octet & 0x80 != 0 else { return .other }
        let tag = octet & 0x40 != 0 ? octet & 0x3F : octet >> 2 & 0x0F
        switch tag {
        case 1, 3, 9, 18, 20: return .encrypted
        // Signature, one-pass signature, and literal data. Compressed data may be any; it is not an encryption.
        case 2, 4, 8, 11: return .signed
        default: return .other
        }
    }

    /// Returns the first octet of the data after the armor's header lines.
    private static func firstOctet(in armor: [UInt8]) -> UInt8? {
        var isInData = false
        for line in armor.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(32) {
            let text = line.filter { $0 > 0x20 }
            if isInData {
                guard text.count >= 2, let high = value(text[0]), let low = value(text[1]) else { return nil }
                return high << 2 | low >> 4
            }
            isInData = text.isEmpty
        }
        return nil
    }

    private static func value(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x41...0x5A: octet - 0x41
        case 0x61...0x7A: octet - 0x61 + 26
        case 0x30...0x39: octet - 0x30 + 52
        case 0x2B: 62
        case 0x2F: 63
        default: nil
        }
    }
}
