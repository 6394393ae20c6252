enum HexDigit {
    /// Returns the digit for 0 to 15.
    static func upper(_ value: UInt8) -> UInt8 {
        value < 10 ? ASCII.zero + value : 0x41 + value - 10
    }
}
