public import MailTypes

extension DateTime {
    /// `Mon, 12 Oct 2026 14:03:00 +0200` [RFC 5322 §3.3].
    public var internetMessageForm: String {
        let time = local
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = String(repeating: "0", count: max(0, 4 - "\(time.year)".utf8.count)) + "\(time.year)"
        return "\(time.weekdayName), \(time.day) \(time.monthName) \(year) "
            + "\(two(time.hour)):\(two(time.minute)):\(two(time.second)) \(offsetForm)"
    }
}
