public import MailTypes

/// An address that is safe in MAIL and RCPT: it contains nothing that could end the command or begin another [RFC 5321
/// §4.1.2, RFC 6531 §3.3].
public struct EnvelopeAddress: Hashable, Sendable {
    /// As it goes onto the wire, without angle brackets.
    public let octets: [UInt8]

    /// The largest sizes in bytes of the local part, the domain, and the whole [RFC 5321 §4.5.3.1].
    private static let maximumLocalPart = 64
    private static let maximumDomain = 255
    private static let maximumLength = 254

    /// `nil` where mail cannot be addressed to it.
    public init?(_ address: EmailAddress) {
        let octets = Array(address.text.utf8)
        guard octets.count <= Self.maximumLength, let at = octets.lastIndex(of: 0x40),
            (1...Self.maximumLocalPart).contains(at), octets.count - at - 1 <= Self.maximumDomain,
            Self.isLocalPart(octets[..<at]), Self.isDomain(octets[(at + 1)...])
        else { return nil }
        self.octets = octets
    }

    private init() { octets = [] }

    /// The null reverse-path, which can be a sender alone [RFC 5321 §4.5.5].
    public static let null = EnvelopeAddress()

    /// A reverse-path: an address, or the null sender.
    public static func sender(_ address: EmailAddress) -> EnvelopeAddress? {
        address == .null ? .null : EnvelopeAddress(address)
    }

    /// Whether the server has to know SMTPUTF8 for it.
    public var isInternational: Bool { octets.contains { $0 > 0x7F } }

    private static func isLocalPart(_ octets: ArraySlice<UInt8>) -> Bool {
        if octets.first == 0x22 { return isQuotedString(octets) }
        return octets.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy(isAtomText)
        }
    }

    /// Printable characters in quotes, a backslash before each quote and backslash.
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

    /// `[192.0.2.1]`, `[IPv6:2001:db8::1]`: what an address is made of, in brackets.
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

    /// Two addresses are the same recipient if they differ only in the case of the domain; only its host can interpret
    /// the local part [RFC 5321 §2.4].
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
