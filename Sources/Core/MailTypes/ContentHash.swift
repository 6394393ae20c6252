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
        guard digits.count == 32, let high = Hexadecimal.value(digits.prefix(16)),
            let low = Hexadecimal.value(digits.suffix(16))
        else { return nil }
        self.init(high: high, low: low)
    }

    /// 32 hexadecimal digits, in lower case.
    public var digits: [UInt8] { Hexadecimal.digits(high) + Hexadecimal.digits(low) }
}

extension ContentHash: CustomStringConvertible {
    public var description: String { String(decoding: digits, as: UTF8.self) }
}

/// Converts numbers to and from sixteen hexadecimal digits in lower case.
public enum Hexadecimal {
    private static let alphabet = Array("0123456789abcdef".utf8)

    public static func digits(_ number: UInt64) -> [UInt8] {
        (0..<16).map { alphabet[Int(number >> (60 - 4 * UInt64($0)) & 15)] }
    }

    /// Parses one to sixteen digits in lower case; returns `nil` for anything else, so that a number has only one form.
    public static func value(_ digits: some Collection<UInt8>) -> UInt64? {
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
            case 0x61...0x66: number = number << 4 | UInt64(digit - 0x57)
            default: return nil
            }
        }
        return number
    }
}
