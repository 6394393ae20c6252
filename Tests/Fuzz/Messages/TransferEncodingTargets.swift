@testable import InternetMessage

extension FuzzTarget {
    /// Decoded output does not depend on the size of the pieces, and is never longer than the input.
    static let transfer = FuzzTarget(name: "transfer", maximumLength: 2048) { bytes in
        guard let first = bytes.first else { return }
        let limit = Int(first % 64) + 4
        let content = Array(bytes.dropFirst())
        for encoding in [TransferEncoding.base64, .quotedPrintable, .uuencode, .eightBit] {
            let whole = decode(content, encoding, limit: 1 << 16)
            expect(whole.count <= content.count, "\(encoding.name) makes nothing longer")
            let pieces = decode(content, encoding, limit: limit)
            expect(pieces == whole, "\(encoding.name) in pieces is \(encoding.name) at once")
        }
        expect(
            QuotedPrintableDecoder.decode(content.span) == decode(content, .quotedPrintable, limit: 1 << 16),
            "one decoder")
        expect(Base64.decode(content.span) == decode(content, .base64, limit: 1 << 16), "one decoder")
    }

    private static func decode(_ content: [UInt8], _ encoding: TransferEncoding, limit: Int) -> [UInt8] {
        var decoder = TransferDecoder(encoding, 0..<content.count)
        var output: [UInt8] = []
        while !decoder.isAtEnd {
            let before = output.count
            decoder.decode(content.span, limit: limit, into: &output)
            expect(output.count - before <= 2 * limit + 64, "a piece is about as large as was asked for")
        }
        return output
    }

    /// base64 decodes what it encoded, with or without line breaks.
    static let base64 = FuzzTarget(name: "base64", maximumLength: 1024) { bytes in
        var encoded: [UInt8] = []
        Base64.encode(bytes.span, into: &encoded)
        expect(encoded.count == (bytes.count + 2) / 3 * 4, "four characters for three octets")
        expect(Base64.decode(encoded.span) == bytes, "base64 decodes what it encoded")
        var broken: [UInt8] = []
        for (index, byte) in encoded.enumerated() {
            if index % 5 == 4 { broken += [ASCII.cr, ASCII.lf] }
            broken.append(byte)
        }
        expect(Base64.decode(broken.span) == bytes, "line breaks say nothing in base64")
    }
}
