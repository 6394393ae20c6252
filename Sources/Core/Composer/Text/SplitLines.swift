/// Splits text into lines.
enum SplitLines {
    /// Decodes UTF-8 with LF, CR LF or CR between lines. The last line need not be terminated.
    static func of(_ text: [UInt8]) -> [String] {
        var lines: [String] = []
        var start = 0
        var index = 0
        while index < text.count {
            let octet = text[index]
            index += 1
            guard octet == 0x0A || octet == 0x0D else { continue }
            lines.append(String(decoding: text[start..<index - 1], as: UTF8.self))
            if octet == 0x0D, index < text.count, text[index] == 0x0A { index += 1 }
            start = index
        }
        if start < text.count { lines.append(String(decoding: text[start...], as: UTF8.self)) }
        return lines
    }
}
