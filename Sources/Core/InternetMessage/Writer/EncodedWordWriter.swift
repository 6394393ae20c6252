/// Writes encoded words that all readers accept: in UTF-8, at most 75 bytes each, with no character split between
/// words, and only with bytes that are allowed in phrases and comments [RFC 2047 §2, §5].
enum EncodedWordWriter {
    private static let maximumLength = 75
    private static let opening = Array("=?UTF-8?Q?".utf8)
    private static let openingBase64 = Array("=?UTF-8?B?".utf8)
    private static let closing = Array("?=".utf8)
    private static let overhead = 12
    /// With less room, it is better to begin a new line.
    static let minimumRoom = overhead + 12

    /// Encodes `text`, which must be UTF-8. The first word is fitted into `firstRoom` bytes.
    static func words(_ text: [UInt8], firstRoom: Int) -> [[UInt8]] {
        let escaped = text.reduce(0) { $0 + ($1 == ASCII.space || isLiteral($1) ? 1 : 3) }
        let usesBase64 = (text.count + 2) / 3 * 4 < escaped
        var words: [[UInt8]] = []
        var start = 0
        while start < text.count {
            let room = words.isEmpty ? min(maximumLength, max(firstRoom, minimumRoom)) : maximumLength
            let end = end(of: text, from: start, room: room - overhead, usesBase64: usesBase64)
            words.append(usesBase64 ? base64(text[start..<end]) : quoted(text[start..<end]))
            start = end
        }
        return words
    }

    private static func end(of text: [UInt8], from start: Int, room: Int, usesBase64: Bool) -> Int {
        var end = start
        var used = 0
        while end < text.count {
            var next = end + 1
            while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
            if usesBase64 {
                used = (next - start + 2) / 3 * 4
            } else {
                used += text[end..<next].reduce(0) { $0 + ($1 == ASCII.space || isLiteral($1) ? 1 : 3) }
            }
            // A word has at least one character. Text that is not UTF-8 may be split at any byte.
            if used > room, end > start { return end }
            if used > room, next - end > 4 { return end + 4 }
            end = next
        }
        return end
    }

    private static func isLiteral(_ octet: UInt8) -> Bool {
        octet.isLetter || octet.isDigit
            || [0x21, ASCII.asterisk, ASCII.plus, ASCII.hyphen, ASCII.slash].contains(octet)
    }

    private static func quoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var word = opening
        for octet in text {
            if octet == ASCII.space {
                word.append(ASCII.underscore)
            } else if isLiteral(octet) {
                word.append(octet)
            } else {
                word.append(ASCII.equals)
                word.append(HexDigit.upper(octet >> 4))
                word.append(HexDigit.upper(octet & 15))
            }
        }
        return word + closing
    }

    private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var word = openingBase64
        Base64.encode(Array(text).span, into: &word)
        return word + closing
    }
}
