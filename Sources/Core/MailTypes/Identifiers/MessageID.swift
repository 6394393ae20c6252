/// A msg-id without its angle brackets, for example `a1b2@example.org` [RFC 5322 §3.6.4].
///
/// Identifiers are compared byte by byte: the left side is case-sensitive and is never normalized.
public struct MessageID: Sendable {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }
}

extension MessageID: Hashable {
    public static func == (one: MessageID, other: MessageID) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

extension MessageID: CustomStringConvertible {
    /// The identifier in angle brackets, as in a header.
    public var description: String { "<\(text)>" }
}
