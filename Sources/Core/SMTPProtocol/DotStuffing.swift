/// Encodes a message for DATA: doubles each dot at the start of a line, and ends the message with a line that consists
/// of a dot [RFC 5321 §4.5.2].
///
/// Lines must end with CRLF, and nothing is repaired. Some servers treat a bare CR or LF as a line end and others do
/// not. Where they disagree, the content of a message could be taken for the start of a second one [RFC 5321 §2.3.8].
/// After a fault, the caller must not terminate the message. If it has sent a part of it, it must close the connection.
public struct DotStuffing: Sendable {
    public enum Fault: Error, Hashable, Sendable {
        case bareCR, bareLF, nul
        /// A line is longer than allowed, in bytes [RFC 5322 §2.1.1].
        case lineTooLong
    }

    /// The longest line in bytes, without its end.
    public static let maximumLine = 998

    private var lineLength = 0
    private var isAfterCR = false

    public init() {}

    /// Appends the encoded next piece of the message to `output`.
    public mutating func add(_ octets: [UInt8], to output: inout [UInt8]) throws(Fault) {
        var index = 0
        while index < octets.count {
            if isAfterCR {
                guard octets[index] == 0x0A else { throw .bareCR }
                isAfterCR = false
                lineLength = 0
                output.append(0x0A)
                index += 1
                continue
            }
            let end = Self.endOfText(in: octets.span, from: index)
            if end > index {
                if lineLength == 0, octets[index] == 0x2E { output.append(0x2E) }
                lineLength += end - index
                if lineLength > Self.maximumLine { throw .lineTooLong }
                output += octets[index..<end]
                index = end
                continue
            }
            switch octets[index] {
            case 0x0A: throw .bareLF
            case 0: throw .nul
            default:
                isAfterCR = true
                output.append(0x0D)
                index += 1
            }
        }
    }

    /// Returns the end of the bytes that continue a line.
    private static func endOfText(in octets: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < octets.count, octets[end] != 0x0D, octets[end] != 0x0A, octets[end] != 0 { end += 1 }
        return end
    }

    /// Returns the terminator of the message, including a line end if the message lacks one.
    public func terminator() throws(Fault) -> [UInt8] {
        if isAfterCR { throw .bareCR }
        return (lineLength > 0 ? [0x0D, 0x0A] : []) + [0x2E, 0x0D, 0x0A]
    }
}
