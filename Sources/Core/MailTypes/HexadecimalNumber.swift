/// Converts numbers to and from sixteen hexadecimal digits in lower case.
public enum HexadecimalNumber {
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
