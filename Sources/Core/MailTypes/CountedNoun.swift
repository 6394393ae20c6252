extension BinaryInteger {
    /// Returns the number with a noun, as `1 message` or `2 messages`. `noun`: in the singular, with a regular plural.
    public func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
