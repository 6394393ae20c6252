extension ContentLine {
    /// Returns a line folded to at most 75 bytes, between characters, with its line end [RFC 5545 §3.1]. Control
    /// characters are left out, so that the line stays one line.
    static func folded(_ line: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var width = 0
        let clean = line.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        for (index, byte) in clean.enumerated() {
            let length = byte & 0xC0 == 0x80 ? 1 : characterLength(clean, index)
            if width + length > 75 {
                output += [0x0D, 0x0A, 0x20]
                width = 1
            }
            output.append(byte)
            width += 1
        }
        return output + [0x0D, 0x0A]
    }

    private static func characterLength(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80, end - start < 4 { end += 1 }
        return end - start
    }
}
