extension String {
    /// The text without blanks at both ends.
    var trimmed: String {
        let bytes = Array(utf8)
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else {
            return ""
        }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// The text in single quotes for a shell.
    var quotedForShell: String {
        let pieces = utf8.split(separator: 0x27, omittingEmptySubsequences: false)
        return "'" + pieces.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
    }

    /// The text before and after the first `separator`, without blanks around them; `nil` if there is none.
    func halves(at separators: Set<UInt8>) -> (before: String, after: String)? {
        guard let index = utf8.firstIndex(where: separators.contains) else { return nil }
        return (String(self[..<index]).trimmed, String(self[utf8.index(after: index)...]).trimmed)
    }

    /// The bytes that `%XX` stands for. Anything else stays as it is.
    var percentDecoded: String {
        guard utf8.contains(0x25) else { return self }
        var output: [UInt8] = []
        var cursor = ByteCursor(Array(utf8))
        while let byte = cursor.next() {
            let rest = cursor.bytes[cursor.index...].prefix(2)
            if byte == 0x25, rest.count == 2,
                let value = UInt8(String(decoding: rest, as: UTF8.self), radix: 16), value >= 0x20
            {
                output.append(value)
                cursor.index += 2
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
