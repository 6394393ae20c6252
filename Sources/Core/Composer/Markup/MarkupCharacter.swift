import MailTypes

/// Bytes with a meaning in markup.
enum MarkupCharacter {
    static let exclamation = UInt8(ascii: "!")
    static let leftParenthesis = UInt8(ascii: "(")
    static let rightParenthesis = UInt8(ascii: ")")
    static let star = UInt8(ascii: "*")
    static let quotation = UInt8(ascii: ">")
    static let leftBracket = UInt8(ascii: "[")
    static let backslash = UInt8(ascii: "\\")
    static let rightBracket = UInt8(ascii: "]")

    /// Returns whether a backslash before the byte escapes it.
    static func canBeEscaped(_ octet: UInt8) -> Bool {
        switch octet {
        case exclamation, leftParenthesis, rightParenthesis, star, leftBracket, backslash, rightBracket: true
        default: false
        }
    }
}
