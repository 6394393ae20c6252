/// Identifies a draft across all its revisions and devices: a random UUID [RFC 9562 §5.4].
public struct DraftID: Hashable, Sendable {
    /// 36 characters, hexadecimal digits in lower case.
    public let text: String

    private static let hyphens = [8, 13, 18, 23]

    /// Creates an identifier from 16 random bytes.
    public init(random octets: [UInt8]) {
        precondition(octets.count == 16, "a UUID has 16 bytes")
        var octets = octets
        octets[6] = octets[6] & 0x0F | 0x40
        octets[8] = octets[8] & 0x3F | 0x80
        let alphabet = Array("0123456789abcdef".utf8)
        var characters: [UInt8] = []
        for octet in octets {
            if Self.hyphens.contains(characters.count) { characters.append(0x2D) }
            characters += [alphabet[Int(octet >> 4)], alphabet[Int(octet & 15)]]
        }
        text = String(decoding: characters, as: UTF8.self)
    }

    /// Parses 36 characters of that form. Returns `nil` for anything else, because the text becomes part of file names.
    public init?(_ octets: some Collection<UInt8>) {
        guard octets.count == 36 else { return nil }
        for (index, octet) in octets.enumerated() {
            let isHyphen = Self.hyphens.contains(index)
            let isDigit = octet &- 0x30 < 10 || octet &- 0x61 < 6
            guard isHyphen ? octet == 0x2D : isDigit else { return nil }
        }
        text = String(decoding: octets, as: UTF8.self)
    }
}

extension DraftID: CustomStringConvertible {
    public var description: String { text }
}
