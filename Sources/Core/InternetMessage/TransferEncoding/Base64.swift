/// Base64 as used in mail: lines of 76 characters; bytes outside the alphabet are ignored [RFC 2045 §6.8].
public enum Base64 {
    private static let alphabet: [UInt8] = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let outside: UInt32 = 0xFF00_0000

    /// 256 values for each of the four positions of a group, shifted to their place in the 24 bits.
    private static let groups: [UInt32] = {
        var table = [UInt32](repeating: outside, count: 1024)
        for (value, letter) in alphabet.enumerated() {
            for place in 0..<4 { table[place * 256 + Int(letter)] = UInt32(value) << (18 - 6 * place) }
        }
        return table
    }()

    /// Returns whether bytes labeled as base64 may be base64. A stray byte outside the alphabet, or a line of them, is
    /// transport damage. If most lines contain some, the text was never encoded, and decoding would destroy it.
    static func isPlausible(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let sample = range.prefix(1024)
        var plausible = 0
        var implausible = 0
        var start = sample.lowerBound
        while start < sample.upperBound {
            let end = ByteScan.first(ASCII.lf, in: bytes, start..<sample.upperBound)
            while start < end, bytes[start].isBlank { start += 1 }
            if isPlausibleLine(bytes, start..<end) { plausible += end - start } else { implausible += end - start }
            start = end + 1
        }
        return plausible >= implausible
    }

    private static func isPlausibleLine(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
        let groups = groups
        var strange = 0
        for index in line where groups[768 + Int(bytes[index])] >= outside {
            switch bytes[index] {
            case ASCII.equals, ASCII.cr: break
            // White space may be between lines, but not between words.
            case let blank where blank.isBlank && (index + 1 == line.upperBound || bytes[index + 1].isWhitespace): break
            default: strange += 1
            }
        }
        return strange * 16 <= line.count
    }

    struct Decoder {
        private var bits: UInt32 = 0
        private var count = 0
        /// Whether padding was read; the bytes after it are not part of the data.
        private(set) var isFinished = false

        mutating func decode(_ input: Span<UInt8>, into output: inout [UInt8]) {
            guard !isFinished else { return }
            output.append(addingCapacity: input.count / 4 * 3 + 3) { output in
                decode(input, into: &output)
            }
        }

        private mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) {
            let groups = Base64.groups
            let table = groups.span
            var index = 0
            while index < input.count {
                while count == 0, index &+ 4 <= input.count {
                    let word =
                        table[Int(input[index])] | table[256 &+ Int(input[index &+ 1])]
                        | table[512 &+ Int(input[index &+ 2])] | table[768 &+ Int(input[index &+ 3])]
                    if word >= Base64.outside { break }
                    output.append(UInt8(truncatingIfNeeded: word >> 16))
                    output.append(UInt8(truncatingIfNeeded: word >> 8))
                    output.append(UInt8(truncatingIfNeeded: word))
                    index &+= 4
                }
                guard index < input.count else { return }
                let byte = input[index]
                index &+= 1
                let value = table[768 &+ Int(byte)]
                if value < Base64.outside {
                    bits = bits << 6 | value
                    count &+= 1
                    if count == 4 {
                        output.append(UInt8(truncatingIfNeeded: bits >> 16))
                        output.append(UInt8(truncatingIfNeeded: bits >> 8))
                        output.append(UInt8(truncatingIfNeeded: bits))
                        count = 0
                        bits = 0
                    }
                } else if byte == ASCII.equals, count > 0 {
                    isFinished = true
                    return
                }
            }
        }

        /// Appends the bytes of an incomplete last group: missing padding is no reason to lose data.
        mutating func finish(into output: inout [UInt8]) {
            if count >= 2 { output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count * 6 - 8))) }
            if count == 3 { output.append(UInt8(truncatingIfNeeded: bits >> 2)) }
            count = 0
            bits = 0
        }
    }

    /// Decodes all of `input`; bytes outside the alphabet are ignored.
    public static func decode(_ input: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        var decoder = Decoder()
        decoder.decode(input, into: &output)
        decoder.finish(into: &output)
        return output
    }

    /// Encodes `input` without line breaks. The results of pieces whose lengths are multiples of three may be
    /// concatenated.
    public static func encode(_ input: Span<UInt8>, into output: inout [UInt8]) {
        output.append(addingCapacity: (input.count + 2) / 3 * 4) { output in
            encode(input, 0..<input.count, into: &output)
        }
    }

    static func encode(_ input: Span<UInt8>, _ range: Range<Int>, into output: inout OutputSpan<UInt8>) {
        let letters = alphabet
        let alphabet = letters.span
        var index = range.lowerBound
        while index &+ 3 <= range.upperBound {
            let word = Int(input[index]) << 16 | Int(input[index &+ 1]) << 8 | Int(input[index &+ 2])
            output.append(alphabet[word >> 18])
            output.append(alphabet[word >> 12 & 63])
            output.append(alphabet[word >> 6 & 63])
            output.append(alphabet[word & 63])
            index &+= 3
        }
        let rest = range.upperBound - index
        guard rest > 0 else { return }
        let word = Int(input[index]) << 16 | (rest == 2 ? Int(input[index + 1]) << 8 : 0)
        output.append(alphabet[word >> 18])
        output.append(alphabet[word >> 12 & 63])
        output.append(rest == 2 ? alphabet[word >> 6 & 63] : ASCII.equals)
        output.append(ASCII.equals)
    }
}
