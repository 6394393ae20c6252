internal import DomainNames

/// The address and security of a server, such as `imaps://imap.example.net:993`.
///
/// `imaps` and `smtps` use implicit TLS [RFC 8314 §3]. `imap` and `smtp` require STARTTLS [RFC 3207, RFC 9051 §6.2.1].
/// Unencrypted connections cannot be expressed.
public struct ServerURL: Hashable, Sendable {
    public enum Service: String, Sendable {
        case imap
        case smtp
    }

    public enum Security: Sendable {
        case implicitTLS
        case startTLS
    }

    public let service: Service
    public let security: Security
    /// A domain name in ASCII and lower case, an IPv4 address, or an IPv6 address without brackets.
    public let host: String
    public let port: UInt16

    /// Why a URL is invalid, in a sentence that says what to write instead.
    public struct Problem: Error, Hashable, Sendable {
        public let sentence: String
    }

    /// Creates a URL. `host` must be valid and in lower case.
    init(_ service: Service, _ security: Security, _ host: String, _ port: UInt16) {
        self.service = service
        self.security = security
        self.host = host
        self.port = port
    }

    public init(_ text: String, for service: Service) throws(Problem) {
        let octets = Array(text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 })
        let example =
            "\(service.rawValue)s://HOST or \(service.rawValue)://HOST, with :PORT if it is not the usual one"
        guard let colon = octets.firstIndex(of: 0x3A), octets[colon...].starts(with: "://".utf8) else {
            throw Problem(sentence: "A server is written as \(example).")
        }
        switch String(decoding: octets[..<colon], as: UTF8.self) {
        case service.rawValue + "s": security = .implicitTLS
        case service.rawValue: security = .startTLS
        default: throw Problem(sentence: "This server is written as \(example).")
        }
        self.service = service
        var rest = octets[(colon + 3)...]
        if rest.last == 0x2F { rest.removeLast() }
        if rest.contains(0x40) {
            throw Problem(
                sentence: "The user name is a separate setting, not part of the server's URL. Write \(example).")
        }
        let (host, port) = Self.split(rest)
        guard let host = host.flatMap({ Self.ascii($0) }), Self.isHost(host[...]) else {
            throw Problem(
                sentence:
                    "That is not a host name. If it has letters that petrel does not support, write its xn-- form."
            )
        }
        self.host = String(decoding: host, as: UTF8.self)
        guard let port else {
            self.port = Self.usualPort(service, security)
            return
        }
        let digits = String(decoding: port, as: UTF8.self)
        guard port.count <= 5, port.allSatisfy({ $0 &- 0x30 < 10 }), let number = UInt16(digits), number > 0 else {
            throw Problem(sentence: "A port is a number from 1 to 65535.")
        }
        self.port = number
    }

    /// Converts a host name to A-labels. Returns `nil` if it is not a valid host name.
    static func ascii(_ host: some Collection<UInt8>) -> [UInt8]? {
        if host.allSatisfy({ $0 < 0x80 }) { return Array(host) }
        return String(validating: host, as: UTF8.self).flatMap { IDNA.ascii($0) }.map { Array($0.utf8) }
    }

    /// The default port [RFC 8314 §7, RFC 9051 §2.1, RFC 6409 §3.1].
    private static func usualPort(_ service: Service, _ security: Security) -> UInt16 {
        switch (service, security) {
        case (.imap, .implicitTLS): 993
        case (.imap, .startTLS): 143
        case (.smtp, .implicitTLS): 465
        case (.smtp, .startTLS): 587
        }
    }

    /// Splits the rest of the URL into host and optional port. The host is `nil` if an address in brackets is
    /// malformed.
    private static func split(_ rest: ArraySlice<UInt8>) -> (host: ArraySlice<UInt8>?, port: ArraySlice<UInt8>?) {
        if rest.first == 0x5B {
            guard let end = rest.firstIndex(of: 0x5D) else { return (nil, nil) }
            let host = rest[(rest.startIndex + 1)..<end]
            let behind = rest[(end + 1)...]
            guard host.contains(0x3A), behind.isEmpty || behind.first == 0x3A else { return (nil, nil) }
            return (host, behind.isEmpty ? nil : behind.dropFirst())
        }
        guard let colon = rest.firstIndex(of: 0x3A) else { return (rest, nil) }
        return (rest[..<colon], rest[(colon + 1)...])
    }

    /// Whether the host consists of labels of at most 63 letters, digits, hyphens and underscores [RFC 1123 §2.1], or
    /// of the characters of an IPv6 address.
    static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
        guard (1...253).contains(host.count) else { return false }
        if host.contains(0x3A) {
            return host.count <= 45 && host.allSatisfy { isDigit($0) || $0 &- 0x61 < 6 || $0 == 0x3A || $0 == 0x2E }
        }
        return host.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
                && label.allSatisfy { isDigit($0) || $0 &- 0x61 < 26 || $0 == 0x2D || $0 == 0x5F }
        }
    }

    private static func isDigit(_ octet: UInt8) -> Bool {
        octet &- 0x30 < 10
    }
}

extension ServerURL: CustomStringConvertible {
    /// The URL with its port only if it is not the default one.
    public var shortDescription: String {
        let text = description
        guard port == Self.usualPort(service, security) else { return text }
        return String(text.dropLast(":\(port)".utf8.count))
    }

    /// The URL with its port and without a trailing slash.
    public var description: String {
        let scheme = service.rawValue + (security == .implicitTLS ? "s" : "")
        return "\(scheme)://\(host.utf8.contains(0x3A) ? "[\(host)]" : host):\(port)"
    }
}
