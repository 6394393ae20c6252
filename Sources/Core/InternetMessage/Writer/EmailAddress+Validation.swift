public import MailTypes

extension EmailAddress {
    /// Whether mail can be sent to the address: a dot-atom or a quoted string, "@", and a domain or an address literal
    /// [RFC 5322 §3.4.1; RFC 6532 §3.2 for non-ASCII characters].
    public var isValid: Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 320, let at = bytes.lastIndex(of: ASCII.at) else { return false }
        return Self.isLocalPart(bytes[..<at]) && Self.isDomain(bytes[(at + 1)...])
    }

    /// Whether the address requires SMTPUTF8 [RFC 6531].
    public var isInternational: Bool {
        text.utf8.contains { $0 > 0x7F }
    }

    private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.first == ASCII.quote { return isQuotedString(bytes) }
        return isDotAtom(bytes)
    }

    private static func isQuotedString(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 2, bytes.last == ASCII.quote else { return false }
        var isEscaped = false
        for byte in bytes.dropFirst().dropLast() {
            guard byte >= 0x20, byte != 0x7F else { return false }
            if isEscaped {
                isEscaped = false
            } else if byte == ASCII.backslash {
                isEscaped = true
            } else if byte == ASCII.quote {
                return false
            }
        }
        return !isEscaped
    }

    private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
        if bytes.first == ASCII.leftBracket {
            let inside = bytes.dropFirst().dropLast()
            return bytes.last == ASCII.rightBracket && !inside.isEmpty
                && inside.allSatisfy {
                    $0.isLetter || $0.isDigit || $0 == ASCII.dot || $0 == ASCII.colon || $0 == ASCII.hyphen
                }
        }
        return isDotAtom(bytes)
    }

    private static func isDotAtom(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.split(separator: ASCII.dot, omittingEmptySubsequences: false).allSatisfy { atom in
                !atom.isEmpty && atom.allSatisfy(\.isAtomCharacter)
            }
    }
}

extension UInt8 {
    /// Whether the byte is atext, or part of a non-ASCII character [RFC 5322 §3.2.3, RFC 6532 §3.2].
    var isAtomCharacter: Bool {
        if isLetter || isDigit || self > 0x7F { return true }
        switch self {
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2F, 0x3D, 0x3F, 0x5E, 0x5F, 0x60, 0x7B, 0x7C, 0x7D,
            0x7E:
            return true
        default:
            return false
        }
    }
}
