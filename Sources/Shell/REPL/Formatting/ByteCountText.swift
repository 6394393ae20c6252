internal import MailTypes

/// Formats sizes such as "35 bytes" and "5.3 KB", in powers of 1000 as other mail programs do.
enum ByteCountText {
    static func of(_ octets: Int) -> String {
        if octets < 1000 { return octets.counted("byte") }
        let units = ["KB", "MB", "GB", "TB"]
        var tenths = octets / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        let whole = tenths / 10
        return whole < 10 && tenths % 10 > 0 ? "\(whole).\(tenths % 10) \(units[unit])" : "\(whole) \(units[unit])"
    }
}
