internal import MailTypes

/// Line endings in text of any origin: CR LF, LF, or CR, which most terminals send for line endings in pasted text.
enum LineEndings {
    private static func isEnd(_ octet: UInt8) -> Bool { octet == 0x0A || octet == 0x0D }

    /// Returns the text on one line, with line endings replaced by blanks.
    static func blanked(_ text: String) -> String {
        guard text.utf8.contains(where: isEnd) else { return text }
        return lines(Array(text.utf8)).joined(separator: " ")
    }

    /// Returns the lines without their endings. The text after the last line ending, even if empty, is the last line.
    /// A line that is not UTF-8 is read as windows-1252.
    static func lines(_ octets: [UInt8]) -> [String] {
        var lines: [String] = []
        var start = 0
        for (index, octet) in octets.enumerated() where isEnd(octet) {
            if octet == 0x0A, index > 0, octets[index - 1] == 0x0D {
                start = index + 1
                continue
            }
            lines.append(Windows1252.textOrUTF8(octets[start..<index]))
            start = index + 1
        }
        lines.append(Windows1252.textOrUTF8(octets[start...]))
        return lines
    }
}
