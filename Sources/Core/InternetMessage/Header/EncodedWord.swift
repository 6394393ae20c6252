/// An encoded-word: `=?charset*language?encoding?text?=` [RFC 2047 §2, RFC 2231 §5].
struct EncodedWord {
    let charset: Range<Int>
    let isBase64: Bool
    let text: Range<Int>
    /// The index after the closing "?=".
    let end: Int

    /// Finds the encoded words of one field. It remembers that no further "?=" exists, so that a field of nothing but
    /// openings takes linear time.
    struct Finder {
        private var noClosingFrom = Int.max

        /// Returns the word that begins at `index`, where there must be a "=?".
        mutating func word(_ bytes: Span<UInt8>, at index: Int, end: Int) -> EncodedWord? {
            guard index < noClosingFrom else { return nil }
            var position = index + 2
            let charsetStart = position
            while position < end, bytes[position].isTokenCharacter || bytes[position] == ASCII.colon {
                if bytes[position] == ASCII.asterisk { break }
                position += 1
            }
            let charset = charsetStart..<position
            while position < end, bytes[position] != ASCII.question, bytes[position].isTokenCharacter { position += 1 }
            guard position + 2 < end, !charset.isEmpty, charset.count < 64, bytes[position] == ASCII.question,
                bytes[position + 2] == ASCII.question
            else { return nil }
            let letter = bytes[position + 1].lowercased
            guard letter == 0x62 || letter == 0x71 else { return nil }
            let text = position + 3
            position = text
            while position + 1 < end {
                if bytes[position] == ASCII.question, bytes[position + 1] == ASCII.equals {
                    return EncodedWord(
                        charset: charset, isBase64: letter == 0x62, text: text..<position, end: position + 2)
                }
                // Another word begins before this one ends.
                if bytes[position] == ASCII.equals, bytes[position + 1] == ASCII.question, position + 2 < end,
                    bytes[position + 2] != ASCII.equals
                {
                    return nil
                }
                position += 1
            }
            noClosingFrom = index
            return nil
        }
    }

    /// Appends the bytes that the word encodes, in its own character set.
    func decode(_ bytes: Span<UInt8>, into octets: inout [UInt8]) {
        if isBase64 {
            octets.append(contentsOf: Base64.decode(bytes.extracting(text)))
            return
        }
        var index = text.lowerBound
        while index < text.upperBound {
            let byte = bytes[index]
            if byte == ASCII.underscore {
                octets.append(ASCII.space)
            } else if byte == ASCII.equals, index + 2 < text.upperBound,
                let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
            {
                octets.append(high << 4 | low)
                index += 2
            } else if byte != ASCII.cr, byte != ASCII.lf {
                octets.append(byte)
            }
            index += 1
        }
    }
}
