internal import MailTypes

/// A day and time of each year: "the last Sunday in March at 02:00".
struct TimeZoneTransitionRule: Hashable, Sendable {
    let month: Int
    /// 0 is Sunday; `nil` for a day of the month.
    let weekday: Int?
    /// The day of the month, or the number of the weekday in it: negative numbers count from its end.
    let number: Int
    /// After midnight. May be negative or more than a day.
    let seconds: Int64

    init(month: Int, weekday: Int?, number: Int, seconds: Int64) {
        self.month = month
        self.weekday = weekday
        self.number = number
        self.seconds = seconds
    }

    /// Creates the day on which a yearly rule repeats; `nil` for any other rule.
    init?(_ rule: RecurrenceRule, _ start: CivilTime) {
        guard rule.frequency == .yearly else { return nil }
        month = rule.months.first ?? start.month
        seconds = Int64(start.hour * 3600 + start.minute * 60 + start.second)
        if let day = rule.weekdays.first {
            weekday = day.weekday
            // "The first Sunday on or after the 8th" is the second Sunday.
            number = day.number ?? (rule.monthDays.first.map { ($0 + 6) / 7 } ?? 1)
        } else {
            weekday = nil
            number = rule.monthDays.first ?? start.day
        }
    }

    /// Returns the time in a year, in seconds since 1970 on the local clock.
    func seconds(in year: Int) -> Int64 {
        let first = CivilTime.days(year: year, month: month, day: 1)
        let next =
            month == 12
            ? CivilTime.days(year: year + 1, month: 1, day: 1) : CivilTime.days(year: year, month: month + 1, day: 1)
        guard let weekday else { return Int64(number < 0 ? next + number : first + number - 1) * 86400 + seconds }
        // 1970-01-01 was a Thursday.
        let day: Int
        if number < 0 {
            let last = next - 1
            day = last - ((last + 4 - weekday) % 7 + 7) % 7 + (number + 1) * 7
        } else {
            day = first + ((weekday - first - 4) % 7 + 7) % 7 + (number - 1) * 7
        }
        return Int64(day >= next ? day - 7 : day) * 86400 + seconds
    }
}
