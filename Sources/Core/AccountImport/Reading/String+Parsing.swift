import MailTypes

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

    /// The text with each `%XX` decoded; unchanged if that gives a control character.
    var percentDecoded: String {
        let decoded = PercentDecoding.decoded(utf8)
        return decoded.contains { $0 < 0x20 } ? self : String(decoding: decoded, as: UTF8.self)
    }
}
