/// A 128-bit content hash: the XXH3 of a message whose line ends are CRLF.
///
/// An index, never an identity: anyone can construct two messages with the same hash. Where it matters, compare the
/// bytes.
public struct ContentHash: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses 32 hexadecimal digits in lower case.
    public init?(_ digits: some Collection<UInt8>) {
        guard digits.count == 32, let high = HexadecimalNumber.value(digits.prefix(16)),
            let low = HexadecimalNumber.value(digits.suffix(16))
        else { return nil }
        self.init(high: high, low: low)
    }

    /// 32 hexadecimal digits, in lower case.
    public var digits: [UInt8] { HexadecimalNumber.digits(high) + HexadecimalNumber.digits(low) }
}

extension ContentHash: CustomStringConvertible {
    public var description: String { String(decoding: digits, as: UTF8.self) }
}
