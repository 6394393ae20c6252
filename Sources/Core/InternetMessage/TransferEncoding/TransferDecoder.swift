/// Decodes a body in pieces: each call continues where the last one stopped and appends about `limit` bytes.
///
/// The whole encoded body is in memory, so that the only state is a position. The decoded body need not be in memory.
struct TransferDecoder {
    private enum Coding {
        case identity
        case base64(Base64.Decoder)
        case quotedPrintable(QuotedPrintableDecoder)
        case uuencode(UUDecoder)
    }

    private var coding: Coding
    private var position: Int
    private let end: Int

    init(_ encoding: TransferEncoding, _ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
        switch encoding {
        case .sevenBit, .eightBit, .binary, .unknown: coding = .identity
        case .base64: coding = .base64(Base64.Decoder())
        case .quotedPrintable: coding = .quotedPrintable(QuotedPrintableDecoder())
        case .uuencode: coding = .uuencode(UUDecoder())
        }
    }

    var isAtEnd: Bool { position >= end }

    mutating func decode(_ bytes: Span<UInt8>, limit: Int, into output: inout [UInt8]) {
        switch coding {
        case .identity:
            let stop = min(end, position + limit)
            output.append(bytes.extracting(position..<stop))
            position = stop
        case .base64(var decoder):
            let stop = min(end, position + max(limit / 3, 1) * 4)
            decoder.decode(bytes.extracting(position..<stop), into: &output)
            position = decoder.isFinished ? end : stop
            if position == end { decoder.finish(into: &output) }
            coding = .base64(decoder)
        case .quotedPrintable(var decoder):
            position = decoder.decode(bytes, position..<end, limit: limit, into: &output)
            coding = .quotedPrintable(decoder)
        case .uuencode(var decoder):
            position = decoder.decode(bytes, position..<end, limit: limit, into: &output)
            coding = .uuencode(decoder)
        }
    }
}
