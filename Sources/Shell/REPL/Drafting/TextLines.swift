internal import MailTypes

/// Splits text that a user wrote into lines. A line that is not UTF-8 is read as windows-1252.
enum TextLines {
    static func of(_ octets: [UInt8]) -> [String] {
        var lines = octets.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            Windows1252.textOrUTF8(line.last == 0x0D ? line.dropLast() : line)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

extension Console {
    /// Says so if text that the user wrote is not UTF-8. `place` is the subject of the sentence.
    mutating func noteCharset(of octets: [UInt8], in place: String) {
        if String(validating: octets, as: UTF8.self) == nil { noteWindows1252(in: place) }
    }

    mutating func noteWindows1252(in place: String) {
        note("\(place) is not UTF-8, so petrel read it as windows-1252; check the letters that are not ASCII.")
    }
}
