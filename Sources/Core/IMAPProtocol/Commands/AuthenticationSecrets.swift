/// A password, which is never printed.
public struct Password: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let octets: [UInt8]

    public init(_ octets: [UInt8]) {
        self.octets = octets
    }

    public var description: String { "<secret>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A base64 line of a SASL exchange, which is never printed [RFC 4648 §4].
public struct Base64Line: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let octets: [UInt8]

    /// Longer than the tokens of any provider.
    public static let maximumLength = 65_536

    /// Creates a line from base64. Empty input is an empty response. Returns `nil` if the input is not valid base64.
    public init?(_ octets: [UInt8]) {
        guard octets.count <= Self.maximumLength, octets.count % 4 == 0 else { return nil }
        let digits = octets.prefix { $0.isLetter || $0.isDigit || $0 == ASCII.plus || $0 == 0x2F }
        guard octets.count - digits.count <= 2, octets[digits.count...].allSatisfy({ $0 == ASCII.equals }) else {
            return nil
        }
        self.octets = octets
    }

    /// Cancels the exchange [RFC 9051 §6.2.2].
    static let cancel = Base64Line(cancelling: ())

    private init(cancelling: Void) {
        octets = [ASCII.asterisk]
    }

    public var description: String { "<secret>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
