/// The kind of character next to a run of stars, which decides whether the run can open or close emphasis.
enum FlankingCharacter {
    /// White space, or the start or end of the line.
    case blank
    /// A letter, digit or mark of a script that separates words with spaces.
    case word
    case openingBracket
    /// A closing bracket, comma or semicolon.
    case closingBracket
    case other

    init(before index: Int, in octets: [UInt8]) {
        var start = index - 1
        while start > 0, octets[start] & 0xC0 == 0x80 { start -= 1 }
        self.init(octets[max(start, 0)..<index])
    }

    init(after index: Int, in octets: [UInt8]) {
        var end = min(index + 1, octets.count)
        while end < octets.count, octets[end] & 0xC0 == 0x80 { end += 1 }
        self.init(octets[index..<end])
    }

    private init(_ character: ArraySlice<UInt8>) {
        guard let first = character.first else {
            self = .blank
            return
        }
        if first < 0x80 {
            self = Self.ascii(first)
        } else {
            self = String(decoding: character, as: UTF8.self).unicodeScalars.first.map(Self.kind) ?? .other
        }
    }

    private static func ascii(_ octet: UInt8) -> Self {
        if (octet | 0x20) &- 0x61 < 26 || octet &- 0x30 < 10 { return .word }
        switch octet {
        case 0...0x20, 0x7F: return .blank
        case MarkupCharacter.leftParenthesis, MarkupCharacter.leftBracket, UInt8(ascii: "{"): return .openingBracket
        case MarkupCharacter.rightParenthesis, MarkupCharacter.rightBracket, UInt8(ascii: "}"): return .closingBracket
        case UInt8(ascii: ","), UInt8(ascii: ";"): return .closingBracket
        default: return .other
        }
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Self {
        switch scalar.value {
        // Thai, Lao, Myanmar, Khmer and kana: words are not separated by spaces.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF: return .other
        default: break
        }
        let properties = scalar.properties
        if properties.isWhitespace { return .blank }
        if properties.isIdeographic { return .other }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber: return .word
        default: return properties.isAlphabetic ? .word : .other
        }
    }
}
