/// ASCII bytes by their names in the grammars of mail.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lf: UInt8 = 0x0A
    static let cr: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let percent: UInt8 = 0x25
    static let apostrophe: UInt8 = 0x27
    static let leftParenthesis: UInt8 = 0x28
    static let rightParenthesis: UInt8 = 0x29
    static let asterisk: UInt8 = 0x2A
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let hyphen: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let less: UInt8 = 0x3C
    static let equals: UInt8 = 0x3D
    static let greater: UInt8 = 0x3E
    static let question: UInt8 = 0x3F
    static let at: UInt8 = 0x40
    static let leftBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let rightBracket: UInt8 = 0x5D
    static let underscore: UInt8 = 0x5F
}

extension UInt8 {
    /// SP or HTAB [RFC 5234 appendix B.1].
    @inline(__always) var isBlank: Bool { self == ASCII.space || self == ASCII.tab }
    /// SP, HTAB, CR or LF: the bytes between the tokens of a folded field.
    @inline(__always) var isWhitespace: Bool { isBlank || self == ASCII.lf || self == ASCII.cr }
    @inline(__always) var isDigit: Bool { self &- ASCII.zero < 10 }
    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    /// Folds A to Z to a to z; other bytes are unchanged.
    @inline(__always) var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// A character of a token [RFC 2045 §5.1].
    var isTokenCharacter: Bool {
        guard self &- 0x21 < 0x5E else { return false }
        switch self {
        case ASCII.leftParenthesis, ASCII.rightParenthesis, ASCII.less, ASCII.greater, ASCII.at, ASCII.comma,
            ASCII.semicolon, ASCII.colon, ASCII.backslash, ASCII.quote, ASCII.slash, ASCII.leftBracket,
            ASCII.rightBracket, ASCII.question, ASCII.equals:
            return false
        default:
            return true
        }
    }

    var hexDigitValue: UInt8? {
        if isDigit { return self &- ASCII.zero }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }
}

extension [UInt8] {
    /// Returns a range without the white space at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, self[start].isWhitespace { start += 1 }
        while end > start, self[end - 1].isWhitespace { end -= 1 }
        return start..<end
    }
}
