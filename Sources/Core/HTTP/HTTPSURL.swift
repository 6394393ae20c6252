/// An absolute `https` URL [RFC 3986], the only kind that petrel requests.
public struct HTTPSURL: Hashable, Sendable {
    /// The longest URL in bytes, which is more than browsers and servers accept reliably.
    public static let maximumLength = 4096
    private static let scheme = "https://"

    /// The whole URL: printable ASCII without spaces, quotation marks and backslashes.
    public let text: String
    /// The host in lower case, without its port.
    public let host: String

    /// Returns `nil` for another scheme, and for a URL with a user name, a fragment or a character that must be encoded.
    public init?(_ text: String) {
        let octets = Array(text.utf8)
        let scheme = Array(Self.scheme.utf8)
        guard octets.count <= Self.maximumLength, octets.count > scheme.count,
            zip(octets, scheme).allSatisfy({ Self.lowercased($0) == $1 }), octets.allSatisfy(Self.isAllowed)
        else { return nil }
        let authority = octets.dropFirst(scheme.count).prefix { $0 != 0x2F && $0 != 0x3F }
        guard let host = Self.host(authority) else { return nil }
        self.text = Self.scheme + String(decoding: octets.dropFirst(scheme.count), as: UTF8.self)
        self.host = String(decoding: host.map(Self.lowercased), as: UTF8.self)
    }

    /// Returns the URL with parameters added to its query. `nil` if it becomes too long.
    public func adding(_ parameters: FormParameters) -> HTTPSURL? {
        let separator = !text.utf8.contains(0x3F) ? "?" : text.utf8.last == 0x3F ? "" : "&"
        return HTTPSURL(text + separator + String(decoding: parameters.octets, as: UTF8.self))
    }

    private static func isAllowed(_ octet: UInt8) -> Bool {
        octet > 0x20 && octet < 0x7F && ![0x22, 0x23, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D].contains(octet)
    }

    /// Returns the host of an authority without a user name and with a valid port.
    private static func host(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard !authority.contains(0x40) else { return nil }
        let end: Int
        if authority.first == 0x5B {
            guard let bracket = authority.firstIndex(of: 0x5D) else { return nil }
            end = bracket + 1
        } else {
            end = authority.firstIndex(of: 0x3A) ?? authority.endIndex
        }
        let host = authority[..<end]
        let port = authority[end...]
        guard !host.isEmpty, host.count <= 255 else { return nil }
        if port.isEmpty { return host }
        let digits = port.dropFirst()
        guard port.first == 0x3A, (1...5).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else {
            return nil
        }
        return host
    }

    private static func lowercased(_ octet: UInt8) -> UInt8 {
        octet &- 0x41 < 26 ? octet | 0x20 : octet
    }
}

extension HTTPSURL: CustomStringConvertible {
    public var description: String { text }
}
