/// The address of a server and the way in which TLS starts.
public struct Endpoint: Hashable, Sendable {
    public enum Security: Sendable {
        /// TLS starts with the first byte [RFC 8314 §3].
        case implicitTLS
        /// TLS starts with `ByteStream.startTLS`, before anything confidential is sent.
        case startTLS
    }

    /// A domain name in ASCII, an IPv4 address, or an IPv6 address without brackets. The certificate must match it.
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
    /// For example "imap.example.net:993" or "[::1]:993".
    public var description: String {
        host.utf8.contains(0x3A) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
