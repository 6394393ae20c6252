/// Ends of lines in text of any origin: CR LF, LF or CR, which is what most terminals make of a pasted line end.
enum LineEndings {
    private static func isEnd(_ octet: UInt8) -> Bool { octet == 0x0A || octet == 0x0D }

    /// The text on one line: its ends of lines are blanks.
    static func blanked(_ text: String) -> String {
        guard text.utf8.contains(where: isEnd) else { return text }
        return lines(Array(text.utf8)).joined(separator: " ")
    }

    /// The text's lines without their ends; what stands behind the last end, if only nothing, is the last. What is not
    /// UTF-8 is U+FFFD.
    static func lines(_ octets: [UInt8]) -> [String] {
        var lines: [String] = []
        var start = 0
        for (index, octet) in octets.enumerated() where isEnd(octet) {
            if octet == 0x0A, index > 0, octets[index - 1] == 0x0D {
                start = index + 1
                continue
            }
            lines.append(String(decoding: octets[start..<index], as: UTF8.self))
            start = index + 1
        }
        lines.append(String(decoding: octets[start...], as: UTF8.self))
        return lines
    }
}
