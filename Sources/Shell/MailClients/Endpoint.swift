/// Where a server listens, and when TLS begins on the connection to it.
public struct Endpoint: Hashable, Sendable {
    public enum Security: Sendable {
        /// With the first octet [RFC 8314 §3].
        case implicitTLS
        /// Before anything is said that matters, by `ByteStream.startTLS`.
        case startTLS
    }

    /// A domain name in ASCII, or an IPv4 address, or an IPv6 address without brackets: what the certificate is for.
    public let host: String
    public let port: UInt16
    public let security: Security

    public init(host: String, port: UInt16, security: Security) {
        self.host = host
        self.port = port
        self.security = security
    }
}

extension Endpoint: CustomStringConvertible {
    /// "imap.example.net:993", "[::1]:993".
    public var description: String {
        host.utf8.contains(0x3A) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
