extension ASCII {
    static let exclamation: UInt8 = 0x21
    static let number: UInt8 = 0x23
    static let ampersand: UInt8 = 0x26
}
