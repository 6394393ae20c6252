/// ASCII characters of the IMAP grammar.
enum ASCII {
    static let nul: UInt8 = 0x00
    static let lf: UInt8 = 0x0A
    static let cr: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let leftParenthesis: UInt8 = 0x28
    static let rightParenthesis: UInt8 = 0x29
    static let asterisk: UInt8 = 0x2A
    static let plus: UInt8 = 0x2B
    static let hyphen: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let zero: UInt8 = 0x30
    static let less: UInt8 = 0x3C
    static let equals: UInt8 = 0x3D
    static let greater: UInt8 = 0x3E
    static let leftBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let rightBracket: UInt8 = 0x5D
    static let leftBrace: UInt8 = 0x7B
    static let rightBrace: UInt8 = 0x7D
    static let tilde: UInt8 = 0x7E
}

extension UInt8 {
    @inline(__always) var isDigit: Bool { self &- ASCII.zero < 10 }
    @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
    /// The byte with A to Z converted to lower case.
    @inline(__always) var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension [UInt8] {
    func lowercasedASCII() -> [UInt8] { map(\.lowercased) }
    func uppercasedASCII() -> [UInt8] { map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 } }
}
