/// The transfer encoding of a body [RFC 2045 §6].
public enum TransferEncoding: UInt8, Sendable {
    case sevenBit
    case eightBit
    case binary
    case quotedPrintable
    case base64
    /// Nonstandard, but in use: `x-uuencode`, `uuencode`, `x-uue`.
    case uuencode
    /// An unregistered name. The bytes are not decoded.
    case unknown

    /// Whether the encoded and decoded bytes are the same.
    public var isIdentity: Bool {
        switch self {
        case .sevenBit, .eightBit, .binary, .unknown: true
        case .quotedPrintable, .base64, .uuencode: false
        }
    }

    /// The registered name, in lower case.
    public var name: String {
        switch self {
        case .sevenBit: "7bit"
        case .eightBit: "8bit"
        case .binary: "binary"
        case .quotedPrintable: "quoted-printable"
        case .base64: "base64"
        case .uuencode: "x-uuencode"
        case .unknown: "unknown"
        }
    }

    init(fieldValue bytes: Span<UInt8>, _ range: Range<Int>) {
        var start = range.lowerBound
        while start < range.upperBound, bytes[start].isWhitespace || bytes[start] == ASCII.quote { start += 1 }
        var end = start
        while end < range.upperBound, bytes[end].isLetter || bytes[end].isDigit || bytes[end] == ASCII.hyphen {
            end += 1
        }
        let names: [(StaticString, TransferEncoding)] = [
            ("7bit", .sevenBit), ("8bit", .eightBit), ("base64", .base64),
            ("quoted-printable", .quotedPrintable), ("binary", .binary), ("7-bit", .sevenBit), ("8-bit", .eightBit),
            ("x-uuencode", .uuencode), ("uuencode", .uuencode), ("x-uue", .uuencode), ("uue", .uuencode),
        ]
        self = names.first { bytes.equalsIgnoringCase($0.0, in: start..<end) }?.1 ?? .unknown
    }
}
