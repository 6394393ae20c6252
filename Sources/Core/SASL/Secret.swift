/// A password or a token. It shows itself to nobody: whatever is printed of it says `<secret>`.
public struct Secret: Sendable {
    /// No server takes more: a base64 line of an exchange holds 12,288 characters [RFC 4954 §4].
    public static let maximumLength = 8192

    /// For the exchange alone.
    public let octets: [UInt8]

    /// `nil` where the octets are none, more than a server takes, or hold a NUL, which ends a password in PLAIN.
    public init?(_ octets: [UInt8]) {
        guard (1...Self.maximumLength).contains(octets.count), !octets.contains(0) else { return nil }
        self.octets = octets
    }

    /// What is made of secrets and is as secret: a response, or the line that carries it.
    public init(derived octets: [UInt8]) {
        self.octets = octets
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<secret>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
