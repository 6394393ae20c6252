import MailTypes

/// Reads the one form of date that IMAP has [RFC 9051 §9, date-time].
struct InternalDate {
    private let octets: [UInt8]
    private var index: Int
    private let end: Int

    init(_ octets: [UInt8], _ range: Range<Int>) {
        self.octets = octets
        index = range.lowerBound
        end = range.upperBound
    }

    /// `nil` for what is no date of the calendar.
    mutating func read() -> DateTime? {
        while skip(ASCII.space) {}
        guard let day = number(1...2), skip(ASCII.hyphen), let month = month(), skip(ASCII.hyphen),
            let year = number(4...4), skip(ASCII.space), let hour = number(1...2), skip(0x3A),
            let minute = number(2...2), skip(0x3A), let second = number(2...2), skip(ASCII.space)
        else { return nil }
        let isWest = skip(ASCII.hyphen)
        guard isWest || skip(ASCII.plus), let zone = number(4...4), index == end else { return nil }
        let local = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        let isCivil = day >= 1 && year >= 1 && hour < 24 && minute < 60 && second <= 60
        guard isCivil, day <= Self.length(of: month, year), zone % 100 < 60, zone / 100 < 24 else { return nil }
        let offset = zone / 100 * 60 + zone % 100
        return DateTime(local, offsetMinutes: isWest ? -offset : offset)
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return CivilTime.days(year: next.0, month: next.1, day: 1) - CivilTime.days(year: year, month: month, day: 1)
    }

    private mutating func skip(_ octet: UInt8) -> Bool {
        guard index < end, octets[index] == octet else { return false }
        index += 1
        return true
    }

    private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
        let start = index
        var value = 0
        while index < end, octets[index].isDigit, index - start < digits.upperBound {
            value = value * 10 + Int(octets[index] - ASCII.zero)
            index += 1
        }
        return digits.contains(index - start) ? value : nil
    }

    private static let months = "janfebmaraprmayjunjulaugsepoctnovdec".utf8.map { $0 }

    private mutating func month() -> Int? {
        guard index + 3 <= end else { return nil }
        for month in 0..<12 {
            let isIt = (0..<3).allSatisfy { octets[index + $0].lowercased == Self.months[month * 3 + $0] }
            if isIt {
                index += 3
                return month + 1
            }
        }
        return nil
    }

    /// `25-Jun-1994 01:02:03 +0000`, as APPEND takes it.
    static func wireForm(of date: DateTime) -> [UInt8] {
        let time = date.local
        let day = (time.day < 10 ? " " : "") + String(time.day)
        let clock = [time.hour, time.minute, time.second].map { ($0 < 10 ? "0" : "") + String($0) }
        let year = String(repeating: "0", count: max(0, 4 - String(time.year).utf8.count)) + String(time.year)
        return Array("\(day)-\(time.monthName)-\(year) \(clock.joined(separator: ":")) \(date.offsetForm)".utf8)
    }
}
