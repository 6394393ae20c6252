/// A duration such as "PT1H30M" or "P1D" [RFC 5545 §3.3.6], in seconds.
enum CalendarDuration {
    /// Returns `nil` if the value is not a duration of at most about a thousand years.
    static func seconds(_ value: String) -> Int64? {
        var bytes = Array(value.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        guard bytes.popFirst() == UInt8(ascii: "P") else { return nil }
        var total: Int64 = 0
        var number: Int64 = 0
        var digits = 0
        for byte in bytes {
            if byte >= 0x30, byte <= 0x39 {
                digits += 1
                guard digits <= 9 else { return nil }
                number = number * 10 + Int64(byte - 0x30)
                continue
            }
            let units: [UInt8: Int64] = [
                UInt8(ascii: "W"): 604_800, UInt8(ascii: "D"): 86400, UInt8(ascii: "H"): 3600, UInt8(ascii: "M"): 60,
                UInt8(ascii: "S"): 1,
            ]
            if byte == UInt8(ascii: "T") { continue }
            guard let unit = units[byte], digits > 0 else { return nil }
            total += number * unit
            (number, digits) = (0, 0)
        }
        guard total < 32_000_000_000 else { return nil }
        return isNegative ? -total : total
    }
}
