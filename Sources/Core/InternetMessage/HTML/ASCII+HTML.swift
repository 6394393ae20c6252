extension ASCII {
    static let exclamation: UInt8 = 0x21
    static let number: UInt8 = 0x23
    static let ampersand: UInt8 = 0x26
}

extension UInt8 {
    /// TAB, LF, FF, CR or SPACE: ASCII whitespace [WHATWG Infra §4.7].
    @inline(__always) var isHTMLSpace: Bool { self == 0x20 || self &- 0x09 < 5 && self != 0x0B }
}
