/// A configuration file for mail clients, in the format of Thunderbird's autoconfiguration, version 1.1. Providers
/// publish it below their domain.
public struct ClientConfiguration: Hashable, Sendable {
    /// The largest document that is read, in bytes. Those of large providers have 4,000.
    public static let maximumSize = 1 << 16
    /// The most servers that are kept.
    private static let maximumServers = 16

    public enum Service: Sendable {
        case imap
        case smtp
    }

    public enum Security: Sendable {
        case implicitTLS
        case startTLS
    }

    public enum Authentication: Sendable {
        case token
        case password
        /// Kerberos, NTLM, a client certificate, or the client's address.
        case other
    }

    public struct Server: Hashable, Sendable {
        public let service: Service
        /// As in the file. It may not be a valid host name.
        public let host: String
        public let port: UInt16
        public let security: Security
        /// The name to sign in with. `nil` if the file has none.
        public let userName: String?
        /// In the order of the file. Empty if the file has none.
        public let authentication: [Authentication]

        /// Whether users can sign in with an OAuth token and not with a password.
        public var needsToken: Bool { authentication.contains(.token) && !authentication.contains(.password) }
    }

    /// The endpoints for an OAuth 2.0 sign-in.
    public struct OAuth: Hashable, Sendable {
        public let issuer: String
        public let scope: String
        public let authorizationURL: String
        public let tokenURL: String
    }

    public private(set) var displayName: String?
    /// The servers for IMAP and SMTP with TLS, in the order of the file. Other protocols and unencrypted servers are
    /// left out.
    public private(set) var servers: [Server] = []
    public private(set) var oauth: OAuth?

    /// Reads a document for an address. Returns `nil` if it is damaged, too large or has no usable server. Accepts
    /// arbitrary bytes.
    public init?(_ octets: [UInt8], localPart: String, domain: String) {
        guard octets.count <= Self.maximumSize else { return nil }
        var reader = XMLReader(octets)
        let placeholders = Placeholders(localPart: localPart, domain: domain)
        var path: [String] = []
        var element: Element?
        var text: [UInt8] = []
        var isFirstProvider = true
        while let token = reader.next() {
            switch token {
            case .start(let name, let attributes):
                path.append(String(decoding: name, as: UTF8.self))
                text = []
                if Element.isThere(path) {
                    element = Element(
                        depth: path.count, type: attributes.first { $0.name.elementsEqual("type".utf8) }?.value)
                }
            case .text(let more): text += more
            case .end:
                let name = path.removeLast()
                if let whole = element, whole.depth == path.count + 1 {
                    if name == "oAuth2" {
                        oauth = oauth ?? OAuth(whole)
                    } else if isFirstProvider {
                        take(whole, name, placeholders)
                    }
                    element = nil
                } else if element?.depth == path.count {
                    element?.take(name, text)
                } else if path == ["clientConfig", "emailProvider"], name == "displayName", displayName == nil {
                    displayName = Element.trimmed(text)
                } else if path == ["clientConfig"], name == "emailProvider" {
                    isFirstProvider = false
                }
                text = []
            }
        }
        guard !reader.isDamaged, !servers.isEmpty else { return nil }
    }

    private mutating func take(_ element: Element, _ name: String, _ placeholders: Placeholders) {
        guard servers.count < Self.maximumServers,
            let server = Server(element, isIncoming: name == "incomingServer", placeholders),
            !servers.contains(server)
        else { return }
        servers.append(server)
    }
}

/// An element with values as its children: a server, or what OAuth needs.
private struct Element {
    let depth: Int
    let type: [UInt8]?
    private var values: [(name: String, value: String)] = []
    private static let maximumValues = 32

    init(depth: Int, type: [UInt8]?) {
        self.depth = depth
        self.type = type
    }

    /// Whether the path leads to such an element.
    static func isThere(_ path: [String]) -> Bool {
        switch path.last {
        case "incomingServer", "outgoingServer": path.dropLast() == ["clientConfig", "emailProvider"]
        case "oAuth2": path.dropLast() == ["clientConfig"] || path.dropLast() == ["clientConfig", "emailProvider"]
        default: false
        }
    }

    /// Returns `nil` if the text is empty, not UTF-8, or contains control characters.
    static func trimmed(_ text: [UInt8]) -> String? {
        let isSpace = { (octet: UInt8) in octet <= 0x20 }
        let trimmed = Array(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        guard !trimmed.isEmpty, trimmed.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return String(validating: trimmed, as: UTF8.self)
    }

    /// Keeps the text as the value of a child.
    mutating func take(_ name: String, _ text: [UInt8]) {
        guard values.count < Self.maximumValues, let text = Self.trimmed(text) else { return }
        values.append((name, text))
    }

    subscript(name: String) -> String? { values.first { $0.name == name }?.value }

    func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }
}

/// The parts of the address that a file refers to.
private struct Placeholders {
    private let values: [(name: String, value: String)]

    init(localPart: String, domain: String) {
        values = [
            ("%EMAILADDRESS%", "\(localPart)@\(domain)"), ("%EMAILLOCALPART%", localPart), ("%EMAILDOMAIN%", domain),
        ]
    }

    func filled(_ text: String) -> String {
        var output: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let octet = rest.first {
            let value = octet == 0x25 ? values.first { rest.starts(with: $0.name.utf8) } : nil
            output += value.map { Array($0.value.utf8) } ?? [octet]
            rest = rest.dropFirst(value?.name.utf8.count ?? 1)
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension ClientConfiguration.OAuth {
    fileprivate init?(_ element: Element) {
        guard let issuer = element["issuer"], let scope = element["scope"],
            let authorizationURL = element["authURL"], let tokenURL = element["tokenURL"]
        else { return nil }
        self.init(issuer: issuer, scope: scope, authorizationURL: authorizationURL, tokenURL: tokenURL)
    }
}

extension ClientConfiguration.Server {
    fileprivate init?(_ element: Element, isIncoming: Bool, _ placeholders: Placeholders) {
        guard let type = element.type, type.elementsEqual((isIncoming ? "imap" : "smtp").utf8),
            let host = element["hostname"], let digits = element["port"], (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let port = UInt16(digits), port > 0
        else { return nil }
        switch element["socketType"] {
        case "SSL": security = .implicitTLS
        case "STARTTLS": security = .startTLS
        default: return nil
        }
        service = isIncoming ? .imap : .smtp
        self.host = placeholders.filled(host)
        self.port = port
        userName = element["username"].map { placeholders.filled($0) }
        authentication = element.all("authentication").map { name in
            switch name {
            case "OAuth2": .token
            case "password-cleartext", "password-encrypted", "plain", "secure": .password
            default: .other
            }
        }
    }
}
