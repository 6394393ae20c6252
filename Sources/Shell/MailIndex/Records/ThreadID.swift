internal import MailTypes

/// Identifies a conversation in its present state. New messages may change its ID.
public struct ThreadID: Hashable, Sendable {
    public let value: UInt64

    public init(value: UInt64) {
        self.value = value
    }

    /// Returns `nil` unless the text is 16 hexadecimal digits.
    public init?(_ digits: some Collection<UInt8>) {
        guard digits.count == 16, let value = HexadecimalNumber.value(digits) else { return nil }
        self.value = value
    }
}

extension ThreadID: CustomStringConvertible {
    public var description: String { String(decoding: HexadecimalNumber.digits(value), as: UTF8.self) }
}
