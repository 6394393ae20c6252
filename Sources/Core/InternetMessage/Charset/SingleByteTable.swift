/// The 256 characters of a stateless single-byte set, each in UTF-8.
struct SingleByteTable: Sendable {
    /// The UTF-8 form in the low three bytes, first byte lowest; its length in the high byte.
    private let entries: [UInt32]

    /// Returns `nil` if some byte is not a whole character by itself, or changes the meaning of the bytes after it.
    init?(_ converter: Iconv) {
        var entries: [UInt32] = []
        for byte in UInt8.min...UInt8.max {
            var output: [UInt8] = []
            switch converter.convert([byte], into: &output) {
            case .complete where (1...3).contains(output.count): break
            case .illegal: output = LossyUTF8Decoder.replacement
            case .complete, .incomplete: return nil
            }
            if byte < 0x80, output != [byte] { return nil }
            entries.append(
                output.reversed().reduce(UInt32(output.count) << 24) { entry, part in
                    entry & 0xFF00_0000 | (entry & 0xFFFF) << 8 | UInt32(part)
                })
        }
        self.entries = entries
    }

    func decode(_ input: Span<UInt8>, into output: inout [UInt8]) {
        output.append(addingCapacity: input.count &* 3) { output in
            let entries = entries.span
            var index = 0
            while index < input.count {
                let high = ByteScan.firstNonASCII(in: input, index..<input.count)
                while index < high {
                    output.append(input[index])
                    index &+= 1
                }
                while index < input.count, input[index] > 0x7F {
                    let entry = entries[Int(input[index])]
                    output.append(UInt8(truncatingIfNeeded: entry))
                    if entry >= 0x0200_0000 { output.append(UInt8(truncatingIfNeeded: entry >> 8)) }
                    if entry >= 0x0300_0000 { output.append(UInt8(truncatingIfNeeded: entry >> 16)) }
                    index &+= 1
                }
            }
        }
    }
}
