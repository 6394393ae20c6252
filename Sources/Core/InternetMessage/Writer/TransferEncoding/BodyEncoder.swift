/// Encodes the body of a message in pieces, with the chosen transfer encoding.
struct BodyEncoder {
    private enum Coding {
        case identity
        case quotedPrintable(QuotedPrintableEncoder)
        case base64(Base64.LineEncoder)
    }

    private var coding: Coding

    init(_ encoding: TransferEncoding, isText: Bool) {
        switch encoding {
        case .base64: coding = .base64(Base64.LineEncoder())
        case .quotedPrintable: coding = .quotedPrintable(QuotedPrintableEncoder(isText: isText))
        case .sevenBit, .eightBit, .binary, .uuencode, .unknown: coding = .identity
        }
    }

    mutating func encode(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
        switch coding {
        case .identity:
            output.append(input)
        case .quotedPrintable(var encoder):
            encoder.encode(input, isLast: isLast, into: &output)
            coding = .quotedPrintable(encoder)
        case .base64(var encoder):
            encoder.encode(input, isLast: isLast, into: &output)
            coding = .base64(encoder)
        }
    }
}
