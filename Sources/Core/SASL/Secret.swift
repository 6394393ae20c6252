/// A password or token. Printing it yields `<secret>`.
public struct Secret: Sendable {
    /// The largest size a server accepts: a base64 line of an exchange has at most 12,288 characters [RFC 4954 §4].
    public static let maximumLength = 8192

    /// The secret itself, for use in the exchange only.
    public let octets: [UInt8]

    /// `nil` if empty, longer than servers accept, or if it contains NUL, which ends a password in PLAIN.
    public init?(_ octets: [UInt8]) {
        guard (1...Self.maximumLength).contains(octets.count), !octets.contains(0) else { return nil }
        self.octets = octets
    }

    /// Creates a value derived from secrets and as confidential as they are, such as a response.
    public init(derived octets: [UInt8]) {
        self.octets = octets
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<secret>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
