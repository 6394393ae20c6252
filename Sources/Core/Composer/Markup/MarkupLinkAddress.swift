/// Addresses that a link may have.
enum MarkupLinkAddress {
    private static let web = ["http://", "https://"].map { Array($0.utf8) }
    private static let mail = Array("mailto:".utf8)

    /// Returns whether this is a web or mail address [RFC 3986 §3.1, RFC 6068]. `canHold` must be true for all bytes.
    static func isAllowed(_ octets: ArraySlice<UInt8>) -> Bool {
        if begins(octets, with: mail) { return octets.count > mail.count }
        return web.contains { scheme in
            guard begins(octets, with: scheme), octets.count > scheme.count else { return false }
            let first = octets[octets.startIndex + scheme.count]
            return first >= 0x80 || first &- 0x30 < 10 || (first | 0x20) &- 0x61 < 26
                || first == MarkupCharacter.leftBracket
        }
    }

    /// Returns whether the byte is allowed in an address. Control characters, blanks and characters that could end the
    /// surrounding attribute or mark are not.
    static func canHold(_ octet: UInt8) -> Bool {
        switch octet {
        case 0...0x20, 0x7F: false
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: ">"): false
        case MarkupCharacter.backslash: false
        default: true
        }
    }

    /// Returns the address as written in a mark, with parentheses encoded so that they cannot end the mark; `nil` if
    /// links to it are not allowed.
    static func written(_ address: String) -> [UInt8]? {
        let octets = Array(address.utf8)
        guard octets.allSatisfy(canHold), isAllowed(octets[...]) else { return nil }
        return octets.flatMap { octet in
            switch octet {
            case MarkupCharacter.leftParenthesis: Array("%28".utf8)
            case MarkupCharacter.rightParenthesis: Array("%29".utf8)
            default: [octet]
            }
        }
    }

    private static func begins(_ octets: ArraySlice<UInt8>, with scheme: [UInt8]) -> Bool {
        octets.count >= scheme.count
            && zip(octets, scheme).allSatisfy { ($0 &- 0x41 < 26 ? $0 | 0x20 : $0) == $1 }
    }
}
