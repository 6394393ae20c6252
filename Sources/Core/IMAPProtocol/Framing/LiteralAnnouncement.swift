/// `{12}`, `{12+}` or `~{12}` at the end of a line [RFC 9051 §4.3, RFC 7888, RFC 3516].
struct LiteralAnnouncement {
    /// The offset of the `{`, or of the `~` before it.
    let offset: Int
    /// The announced size in bytes. Clamped to `UInt64.max`.
    let count: UInt64

    /// Returns `nil` if the line does not end with an announcement. `{-1}`, `{}` and `{x}` are text, which the parser
    /// rejects where it is invalid.
    init?(endOf line: Range<Int>, in octets: Span<UInt8>) {
        var index = line.upperBound - 2
        guard index > line.lowerBound else { return nil }
        if octets[index] == ASCII.plus { index -= 1 }
        let last = index
        while index > line.lowerBound, octets[index].isDigit { index -= 1 }
        guard index < last, octets[index] == ASCII.leftBrace else { return nil }
        var count: UInt64 = 0
        for position in index + 1...last {
            let (product, isTooLarge) = count.multipliedReportingOverflow(by: 10)
            let (sum, isTooLargeToo) = product.addingReportingOverflow(UInt64(octets[position] &- ASCII.zero))
            count = isTooLarge || isTooLargeToo || count == .max ? .max : sum
        }
        if index > line.lowerBound, octets[index - 1] == ASCII.tilde { index -= 1 }
        offset = index
        self.count = count
    }
}
