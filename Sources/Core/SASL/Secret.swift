/// A password or token. Printing it yields `<secret>`.
public struct Secret: Sendable {
    /// The largest size a server accepts: a base64 line of an exchange has at most 12,288 characters [RFC 4954 §4].
    public static let maximumLength = 8192

    /// For the exchange alone.
    public let octets: [UInt8]

    /// `nil` if the bytes are empty, too many for a server, or contain a NUL, which ends a password in PLAIN.
    public init?(_ octets: [UInt8]) {
        guard (1...Self.maximumLength).contains(octets.count), !octets.contains(0) else { return nil }
        self.octets = octets
    }

    /// A value derived from secrets, and as secret as they are: a response, or the line that carries it.
    public init(derived octets: [UInt8]) {
        self.octets = octets
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<secret>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
