/// Splits text into lines.
enum TextLines {
    static func of(_ octets: [UInt8]) -> [String] {
        var lines = octets.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
