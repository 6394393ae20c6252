/// A server as a program's configuration names it.
public struct ConfiguredServer: Sendable {
    public enum Security: Sendable {
        case implicitTLS
        case startTLS
        /// The program does not encrypt the connection.
        case none
    }

    public var host: String
    /// `nil` for the usual port.
    public var port: Int?
    public var security: Security
    public var user: String?
    public var secret: ConfiguredSecret?
    /// The file with the certificate authorities, if it is not the system's.
    public var caFile: String?
    public var place: ConfigurationPlace

    public init(host: String, port: Int? = nil, security: Security, place: ConfigurationPlace) {
        self.host = host
        self.port = port
        self.security = security
        self.place = place
    }

    /// The server as a URL, such as `imaps://imap.example.net:993`. petrel does not connect without TLS, so a server
    /// without it is written as one with STARTTLS.
    public func url(scheme: String) -> String {
        let host = self.host.utf8.contains(0x3A) ? "[\(self.host)]" : self.host
        return "\(scheme)\(security == .implicitTLS ? "s" : "")://\(host)\(port.map { ":\($0)" } ?? "")"
    }

    /// The host in lower case.
    var hostKey: String { host.lowercased() }
}
