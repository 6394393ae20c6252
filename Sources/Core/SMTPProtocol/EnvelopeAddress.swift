public import MailTypes

/// An address that is safe in MAIL and RCPT: it contains nothing that could end the command or begin another
/// [RFC 5321 §4.1.2, RFC 6531 §3.3].
public struct EnvelopeAddress: Hashable, Sendable {
    /// The address as sent, without angle brackets.
    public let octets: [UInt8]

    /// The maximum sizes in bytes of the local part, the domain, and the whole address [RFC 5321 §4.5.3.1].
    private static let maximumLocalPart = 64
    private static let maximumDomain = 255
    private static let maximumLength = 254

    /// Returns `nil` if the address cannot be used in SMTP.
    public init?(_ address: EmailAddress) {
        let octets = Array(address.text.utf8)
        guard octets.count <= Self.maximumLength, let at = octets.lastIndex(of: 0x40),
            (1...Self.maximumLocalPart).contains(at), octets.count - at - 1 <= Self.maximumDomain,
            Self.isLocalPart(octets[..<at]), Self.isDomain(octets[(at + 1)...])
        else { return nil }
        self.octets = octets
    }

    private init() { octets = [] }

    /// The null reverse-path, which is valid as a sender only [RFC 5321 §4.5.5].
    public static let null = EnvelopeAddress()

    /// Returns a reverse-path: an address, or the null sender.
    public static func sender(_ address: EmailAddress) -> EnvelopeAddress? {
        address == .null ? .null : EnvelopeAddress(address)
    }

    /// Whether the address requires SMTPUTF8.
    public var isInternational: Bool { octets.contains { $0 > 0x7F } }

    private static func isLocalPart(_ octets: ArraySlice<UInt8>) -> Bool {
        if octets.first == 0x22 { return isQuotedString(octets) }
        return octets.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy(isAtomText)
        }
    }

    /// Whether the text is a quoted string of printable characters, with quotes and backslashes escaped.
    private static func isQuotedString(_ octets: ArraySlice<UInt8>) -> Bool {
        guard octets.count >= 2, octets.last == 0x22 else { return false }
        var isEscaped = false
        for octet in octets.dropFirst().dropLast() {
            guard octet >= 0x20, octet != 0x7F else { return false }
            if isEscaped {
                if octet > 0x7F { return false }
                isEscaped = false
            } else if octet == 0x22 {
                return false
            } else {
                isEscaped = octet == 0x5C
            }
        }
        return !isEscaped
    }

    private static func isDomain(_ octets: ArraySlice<UInt8>) -> Bool {
        if octets.first == 0x5B { return isLiteral(octets) }
        return octets.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
                && label.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x5F || $0 > 0x7F }
        }
    }

    /// Whether the text is an address literal, such as `[192.0.2.1]` or `[IPv6:2001:db8::1]`.
    private static func isLiteral(_ octets: ArraySlice<UInt8>) -> Bool {
        let inside = octets.dropFirst().dropLast()
        return octets.last == 0x5D && !inside.isEmpty
            && inside.allSatisfy { isLetterOrDigit($0) || $0 == 0x2E || $0 == 0x3A || $0 == 0x2D }
    }

    private static func isAtomText(_ octet: UInt8) -> Bool {
        if isLetterOrDigit(octet) || octet > 0x7F { return true }
        return "!#$%&'*+-/=?^_`{|}~".utf8.contains(octet)
    }

    private static func isLetterOrDigit(_ octet: UInt8) -> Bool {
        octet &- 0x30 < 10 || (octet | 0x20) &- 0x61 < 26
    }

    /// Two addresses are the same recipient if they differ only in the case of the domain. Only the receiving host can
    /// interpret the local part [RFC 5321 §2.4].
    public static func == (one: EnvelopeAddress, other: EnvelopeAddress) -> Bool {
        one.folded == other.folded
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(folded)
    }

    private var folded: [UInt8] {
        let domain = octets.lastIndex(of: 0x40) ?? octets.endIndex
        return octets[..<domain] + octets[domain...].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    }
}

extension EnvelopeAddress: CustomStringConvertible {
    public var description: String { String(decoding: octets, as: UTF8.self) }
}
