/// Parses a DNS response record by record [RFC 1035 §4]. The response is untrusted: every length is checked against the
/// bytes available, and every name ends after a bounded number of steps.
struct DNSResponse {
    struct Record {
        let type: UInt16
        let data: Range<Int>
    }

    /// SRV [RFC 2782].
    static let serviceType: UInt16 = 33
    /// MX [RFC 1035 §3.3.9].
    static let exchangerType: UInt16 = 15
    private static let headerLength = 12
    private static let isAnswer: UInt16 = 0x8000
    private static let failure: UInt16 = 0x000F

    private let octets: [UInt8]
    private var position = Self.headerLength
    private var recordsLeft = 0

    init(_ octets: [UInt8]) {
        self.octets = octets
        guard let flags = number(at: 2), flags & Self.isAnswer != 0, flags & Self.failure == 0,
            let questions = number(at: 4), let records = number(at: 6)
        else { return }
        for _ in 0..<questions {
            guard let (_, end) = name(at: position), end + 4 <= octets.count else { return }
            position = end + 4
        }
        recordsLeft = Int(records)
    }

    /// Returns the next record of the answer section, or `nil` after the last one and if one is truncated.
    mutating func nextRecord() -> Record? {
        guard recordsLeft > 0, let (_, start) = name(at: position), let type = number(at: start),
            let length = number(at: start + 8), start + 10 + Int(length) <= octets.count
        else {
            recordsLeft = 0
            return nil
        }
        recordsLeft -= 1
        position = start + 10 + Int(length)
        return Record(type: type, data: (start + 10)..<position)
    }

    /// Returns the big-endian 16-bit number at `index`.
    func number(at index: Int) -> UInt16? {
        guard index + 2 <= octets.count else { return nil }
        return UInt16(octets[index]) << 8 | UInt16(octets[index + 1])
    }

    /// Returns the name at `start` and the index after it. Returns `nil` if the name contains bytes other than those of
    /// host names [RFC 1123 §2.1] and underscores. Each pointer must lead to an earlier position than the one before,
    /// which rules out loops [RFC 1035 §4.1.4].
    func name(at start: Int) -> (name: String, end: Int)? {
        var name: [UInt8] = []
        var index = start
        var end: Int?
        var earliest = start
        while index < octets.count {
            let length = Int(octets[index])
            switch length {
            case 0: return (String(decoding: name, as: UTF8.self), end ?? index + 1)
            case 1...63:
                guard index + 1 + length <= octets.count, name.count + length < 254 else { return nil }
                if !name.isEmpty { name.append(0x2E) }
                for octet in octets[(index + 1)...(index + length)] {
                    guard let letter = Self.hostLetter(octet) else { return nil }
                    name.append(letter)
                }
                index += 1 + length
            case 0xC0...0xFF:
                guard let pointer = number(at: index) else { return nil }
                end = end ?? index + 2
                index = Int(pointer & 0x3FFF)
                guard index < earliest else { return nil }
                earliest = index
            default: return nil
            }
        }
        return nil
    }

    /// Returns the byte in lower case, or `nil` if it cannot appear in a host name.
    private static func hostLetter(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x41...0x5A: octet | 0x20
        case 0x61...0x7A, 0x30...0x39, 0x2D, 0x5F: octet
        default: nil
        }
    }
}
