internal import MailTypes

/// The address of a calendar user, which is a mailto URL in a calendar [RFC 5545 §3.3.3, RFC 6068].
enum MailtoAddress {
    private static let scheme = Array("mailto:".utf8)

    /// Returns the address that a mailto URL names, without its percent-encoding. Returns `nil` for any other URL, and for
    /// one that does not name a single mail address.
    static func decoded(_ url: String) -> EmailAddress? {
        let octets = Array(url.utf8)
        guard octets.count > scheme.count,
            octets.prefix(scheme.count).map({ $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }) == scheme
        else { return nil }
        // A subject and other fields may follow.
        let address = octets[scheme.count...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return plain(PercentDecoding.decoded(address))
    }

    /// Returns the address in bytes that are not encoded. Rejects control characters: decoded, a line break could begin
    /// another header field or SMTP command.
    static func plain(_ octets: some Collection<UInt8>) -> EmailAddress? {
        guard let text = String(validating: octets, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        let address = EmailAddress(text)
        return address.domain == nil ? nil : address
    }

    /// Returns the URL of an address. Encodes all characters that may not stand for themselves in it [RFC 6068 §2].
    static func url(_ address: EmailAddress) -> String {
        var octets = scheme
        for octet in address.text.utf8 {
            if isUnencoded(octet) {
                octets.append(octet)
            } else {
                octets += [UInt8(ascii: "%"), digit(octet >> 4), digit(octet & 15)]
            }
        }
        return String(decoding: octets, as: UTF8.self)
    }

    private static func isUnencoded(_ octet: UInt8) -> Bool {
        octet &- 0x30 < 10 || (octet | 0x20) &- 0x61 < 26 || "-._~!$'()*+:@".utf8.contains(octet)
    }

    private static func digit(_ value: UInt8) -> UInt8 { Array("0123456789ABCDEF".utf8)[Int(value)] }
}
