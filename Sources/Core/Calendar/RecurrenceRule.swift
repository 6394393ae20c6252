/// When an event repeats [RFC 5545 §3.3.10].
public struct RecurrenceRule: Hashable, Sendable {
    enum Frequency: String {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    struct Weekday: Hashable, Sendable {
        /// 0 is Sunday.
        let weekday: Int
        /// The number in the month or year; negative numbers count from the end.
        let number: Int?
    }

    private(set) var frequency: Frequency?
    private(set) var interval = 1
    private(set) var count: Int?
    private(set) var until: CalendarTime?
    private(set) var weekdays: [Weekday] = []
    private(set) var monthDays: [Int] = []
    private(set) var months: [Int] = []
    /// Whether there are parts that `words` does not describe.
    private(set) var isComplex = false

    private static let mostParts = 20
    private static let mostValues = 60
    private static let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

    init(_ value: String) {
        for part in value.utf8.split(separator: UInt8(ascii: ";")).prefix(Self.mostParts) {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard pair.count == 2 else { continue }
            let values = pair[1].split(separator: UInt8(ascii: ",")).prefix(Self.mostValues).map {
                String(decoding: Array($0), as: UTF8.self).uppercased()
            }
            take(String(decoding: Array(pair[0]), as: UTF8.self).uppercased(), values)
        }
    }

    private mutating func take(_ name: String, _ values: [String]) {
        let numbers = values.compactMap { Int($0) }.filter { abs($0) <= 366 }
        switch name {
        case "FREQ": frequency = values.first.flatMap { Frequency(rawValue: $0) }
        case "INTERVAL": interval = max(1, numbers.first ?? 1)
        case "COUNT": count = values.first.flatMap { Int($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
        case "UNTIL": until = values.first.flatMap { CalendarTime(value: $0, zone: nil) }
        case "BYDAY": weekdays = values.compactMap { Self.weekday($0) }
        case "BYMONTHDAY": monthDays = numbers.filter { $0 != 0 && abs($0) <= 31 }
        case "BYMONTH": months = numbers.filter { (1...12).contains($0) }
        case "WKST": break
        default: isComplex = true
        }
    }

    /// Parses "MO", "2MO" or "-1SU".
    private static func weekday(_ value: String) -> Weekday? {
        guard value.utf8.count >= 2, let weekday = names.firstIndex(of: String(value.suffix(2))) else { return nil }
        let number = value.dropLast(2)
        if number.isEmpty { return Weekday(weekday: weekday, number: nil) }
        guard let count = Int(number), count != 0, abs(count) <= 53 else { return nil }
        return Weekday(weekday: weekday, number: count)
    }
}
