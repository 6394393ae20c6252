/// Addresses that a link may lead to.
enum MarkupAddress {
    private static let web = ["http://", "https://"].map { Array($0.utf8) }
    private static let mail = Array("mailto:".utf8)

    /// Whether it is one of the web or a mail address [RFC 3986 §3.1, RFC 6068]. All octets are ones that `canHold` knows.
    static func isAllowed(_ octets: ArraySlice<UInt8>) -> Bool {
        if begins(octets, with: mail) { return octets.count > mail.count }
        return web.contains { scheme in
            guard begins(octets, with: scheme), octets.count > scheme.count else { return false }
            let first = octets[octets.startIndex + scheme.count]
            return first >= 0x80 || first &- 0x30 < 10 || (first | 0x20) &- 0x61 < 26 || first == Sign.leftBracket
        }
    }

    /// Whether the octet may stand in an address: no control character, no blank, and nothing by which an address could
    /// break out of where it is put.
    static func canHold(_ octet: UInt8) -> Bool {
        switch octet {
        case 0...0x20, 0x7F: false
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: ">"): false
        case Sign.backslash: false
        default: true
        }
    }

    /// As it is put into a mark: with no bracket that could end the mark; `nil` where no link may lead there.
    static func written(_ address: String) -> [UInt8]? {
        let octets = Array(address.utf8)
        guard octets.allSatisfy(canHold), isAllowed(octets[...]) else { return nil }
        return octets.flatMap { octet in
            switch octet {
            case Sign.leftParenthesis: Array("%28".utf8)
            case Sign.rightParenthesis: Array("%29".utf8)
            default: [octet]
            }
        }
    }

    private static func begins(_ octets: ArraySlice<UInt8>, with scheme: [UInt8]) -> Bool {
        octets.count >= scheme.count
            && zip(octets, scheme).allSatisfy { ($0 &- 0x41 < 26 ? $0 | 0x20 : $0) == $1 }
    }
}
