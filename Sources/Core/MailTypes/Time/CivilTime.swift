/// The fields of the proleptic Gregorian calendar and a 24-hour clock.
public struct CivilTime: Hashable, Sendable {
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int
    public var hour: Int
    public var minute: Int
    /// 0 to 60: a message may state a leap second.
    public var second: Int

    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    public init(secondsSince1970 total: Int64) {
        let remainder = total % 86400
        let days = Int(total / 86400) - (remainder < 0 ? 1 : 0)
        let rest = Int(remainder < 0 ? remainder + 86400 : remainder)
        let date = CivilTime.date(days: days)
        self.init(
            year: date.year, month: date.month, day: date.day,
            hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60)
    }

    /// 0 is Sunday.
    public var weekday: Int {
        let days = CivilTime.days(year: year, month: month, day: day)
        return ((days + 4) % 7 + 7) % 7
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// "Mon", as in a Date field [RFC 5322 §3.3].
    public var weekdayName: String { Self.weekdays[weekday] }
    /// "Oct", as in a Date field.
    public var monthName: String { Self.months[month - 1] }

    /// `14:03:20`.
    public var timeOfDay: String { "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))" }

    /// Returns the days since 1970-01-01. Years are shifted to begin in March, so that the leap day comes last and
    /// every five months have 153 days.
    public static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fifth = (5 * dayOfYear + 2) / 153
        let month = fifth < 10 ? fifth + 3 : fifth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fifth + 2) / 5 + 1)
    }
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
}
