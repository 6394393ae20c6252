/// Decodes quoted-printable content in pieces [RFC 2045 §6.7].
///
/// Lenient: an invalid "=" is kept, lower-case digits are accepted, blanks at the end of a line are removed.
struct QuotedPrintableDecoder {
    /// The end of the current line's content, without trailing blanks; `nil` until it is searched for.
    private var lineEnd: Int?
    private var next = 0
    private var isSoftBreak = false

    /// Decodes about `limit` bytes. Returns the position to continue from.
    mutating func decode(
        _ bytes: Span<UInt8>, _ range: Range<Int>, limit: Int, into output: inout [UInt8]
    ) -> Int {
        var position = range.lowerBound
        let goal = output.count + limit
        while position < range.upperBound, output.count < goal {
            let end: Int
            if let lineEnd {
                end = lineEnd
            } else {
                end = findLine(bytes, position..<range.upperBound)
                lineEnd = end
            }
            let stop = min(end, position + max(limit, 4))
            position = Self.decodeLine(bytes, position..<stop, end: end, into: &output)
            if position >= end {
                if !isSoftBreak {
                    let lineBreak = Self.lineBreak(bytes, next, range)
                    output.append(bytes.extracting(lineBreak))
                }
                position = next
                lineEnd = nil
            }
        }
        return position
    }

    private mutating func findLine(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
        let newline = ByteScan.first(ASCII.lf, in: bytes, range)
        next = min(newline + 1, range.upperBound)
        var end = newline
        if newline < range.upperBound, end > range.lowerBound, bytes[end - 1] == ASCII.cr { end -= 1 }
        while end > range.lowerBound, bytes[end - 1].isBlank { end -= 1 }
        // The last line of a part has no line break; a lone "=" at its end is a soft break too.
        isSoftBreak = end > range.lowerBound && bytes[end - 1] == ASCII.equals
        return isSoftBreak ? end - 1 : end
    }

    private static func lineBreak(_ bytes: Span<UInt8>, _ next: Int, _ range: Range<Int>) -> Range<Int> {
        guard next > range.lowerBound, bytes[next - 1] == ASCII.lf else { return next..<next }
        let hasCR = next - 2 >= range.lowerBound && bytes[next - 2] == ASCII.cr
        return (hasCR ? next - 2 : next - 1)..<next
    }

    /// Decodes `range` of a line that ends at `end`. Stops early rather than split an escape.
    private static func decodeLine(
        _ bytes: Span<UInt8>, _ range: Range<Int>, end: Int, into output: inout [UInt8]
    ) -> Int {
        var position = range.lowerBound
        output.append(addingCapacity: range.count + 3) { output in
            while position < range.upperBound {
                let escape = ByteScan.first(ASCII.equals, in: bytes, position..<range.upperBound)
                for index in position..<escape { output.append(bytes[index]) }
                position = escape
                guard position < range.upperBound else { break }
                if position &+ 2 < end, let high = bytes[position &+ 1].hexDigitValue,
                    let low = bytes[position &+ 2].hexDigitValue
                {
                    output.append(high << 4 | low)
                    position &+= 3
                } else {
                    output.append(ASCII.equals)
                    position &+= 1
                }
            }
        }
        return position
    }

    static func decode(_ bytes: Span<UInt8>) -> [UInt8] {
        var decoder = QuotedPrintableDecoder()
        var output: [UInt8] = []
        var position = 0
        while position < bytes.count {
            position = decoder.decode(bytes, position..<bytes.count, limit: 1 << 16, into: &output)
        }
        return output
    }
}
