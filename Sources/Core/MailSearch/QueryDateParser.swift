internal import MailTypes

/// Parses dates as users type them in a query.
struct QueryDateParser {
    let now: Instant
    /// Returns the offset from UTC in minutes at an instant, which determines when days begin.
    let offsetMinutes: (Instant) -> Int

    /// A span of time; an age such as `7d` is a single instant.
    struct Period {
        let start: Instant
        /// The instant after its end.
        let end: Instant
        var isInstant: Bool { start == end }
    }

    /// Returns the period of `2026-10-12`, `2026-10`, `2026`, `today`, `yesterday` or `monday` (the latest one), or the
    /// instant `7d`, `2w`, `3m` or `1y` ago. Gmail's `2026/10/12` and notmuch's `@` with seconds since 1970 are
    /// understood too. Returns `nil` if the text is none of these.
    func period(_ text: String) -> Period? {
        // "last week" in quotes is last_week, and "7 days" is 7days.
        let words = text.lowercased().utf8.split(separator: 0x20).map { String(Substring($0)) }
        let isAge = words.count == 2 && words[0].utf8.allSatisfy { $0 &- 0x30 < 10 }
        let text = words.joined(separator: isAge ? "" : "_")
        if let found = named(text) ?? day(text) { return found }
        if text.utf8.first == 0x40, let seconds = Self.number(text.utf8.dropFirst(), 0...99_999_999_999) {
            return Period(start: Instant(seconds: Int64(seconds)), end: Instant(seconds: Int64(seconds)))
        }
        return ago(text).map { Period(start: $0, end: $0) }
    }

    /// Parses a period, `A..B`, `A..` or `..B`. A range includes its last period. A lone age extends to now.
    func range(_ text: String) -> (from: Instant?, until: Instant?)? {
        let octets = Array(text.utf8)
        guard let dots = octets.indices.first(where: { octets[$0...].starts(with: "..".utf8) }) else {
            guard let period = period(text) else { return nil }
            return (period.start, period.isInstant ? nil : period.end)
        }
        let (first, last) = (octets[..<dots], octets[(dots + 2)...])
        guard !first.isEmpty || !last.isEmpty else { return nil }
        var limits: (from: Instant?, until: Instant?) = (nil, nil)
        if !first.isEmpty {
            guard let period = period(String(decoding: first, as: UTF8.self)) else { return nil }
            limits.from = period.start
        }
        // In notmuch, an exclamation mark repeats the first date.
        if !last.isEmpty {
            guard let period = period(String(decoding: last == [0x21] ? first : last, as: UTF8.self)) else {
                return nil
            }
            limits.until = period.end
        }
        return limits
    }

    private var today: CivilTime { DateTime(instant: now, offsetMinutes: offsetMinutes(now)).local }

    /// Returns the instant of a local time.
    private func instant(_ time: CivilTime) -> Instant {
        // Close enough to look up the offset at that time, which may differ because of daylight saving time.
        let guess = DateTime(time, offsetMinutes: offsetMinutes(now)).instant
        return DateTime(time, offsetMinutes: offsetMinutes(guess)).instant
    }

    /// Returns the beginning of a day. The day may be beyond the ends of the month.
    private func start(_ year: Int, _ month: Int, _ day: Int) -> Instant {
        instant(CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0))
    }

    // MARK: - Periods

    private func days(_ first: Int, count: Int = 1) -> Period {
        let today = today
        return Period(
            start: start(today.year, today.month, today.day + first),
            end: start(today.year, today.month, today.day + first + count))
    }

    private func month(_ year: Int, _ month: Int) -> Period {
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return Period(start: start(year, month, 1), end: start(next.0, next.1, 1))
    }

    private func year(_ year: Int) -> Period {
        Period(start: start(year, 1, 1), end: start(year + 1, 1, 1))
    }

    /// 0 is Monday.
    private var weekday: Int {
        let days = CivilTime.days(year: today.year, month: today.month, day: today.day)
        return ((days + 3) % 7 + 7) % 7
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    private func named(_ text: String) -> Period? {
        let today = today
        switch text {
        case "today": return days(0)
        case "yesterday": return days(-1)
        case "this_week", "this-week": return days(-weekday, count: 7)
        case "last_week", "last-week": return days(-weekday - 7, count: 7)
        case "this_month", "this-month": return month(today.year, today.month)
        case "last_month", "last-month":
            return today.month == 1 ? month(today.year - 1, 12) : month(today.year, today.month - 1)
        case "this_year", "this-year": return year(today.year)
        case "last_year", "last-year": return year(today.year - 1)
        default: break
        }
        guard let day = Self.weekdays.firstIndex(where: { $0 == text || String($0.prefix(3)) == text }) else {
            return nil
        }
        return days(-((weekday - day + 7) % 7))
    }

    private func day(_ text: String) -> Period? {
        let separator: UInt8 = text.utf8.contains(0x2F) ? 0x2F : 0x2D
        let pieces = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
        guard pieces.count <= 3, pieces[0].count == 4, let year = Self.number(pieces[0], 1...9999) else { return nil }
        guard pieces.count > 1 else { return self.year(year) }
        guard let month = Self.number(pieces[1], 1...12) else { return nil }
        guard pieces.count > 2 else { return self.month(year, month) }
        guard let day = Self.number(pieces[2], 1...Self.days(year, month)) else { return nil }
        return Period(start: start(year, month, day), end: start(year, month, day + 1))
    }

    // MARK: - Ages

    private func ago(_ text: String) -> Instant? {
        let digits = text.utf8.prefix { $0 &- 0x30 < 10 }
        guard let count = Self.number(digits, 0...9999) else { return nil }
        switch String(decoding: Array(text.utf8.dropFirst(digits.count)), as: UTF8.self) {
        case "h", "hour", "hours": return Instant(seconds: now.seconds - Int64(count) * 3600)
        case "d", "day", "days": return Instant(seconds: now.seconds - Int64(count) * 86_400)
        case "w", "week", "weeks": return Instant(seconds: now.seconds - Int64(count) * 7 * 86_400)
        case "m", "month", "months": return monthsAgo(count)
        case "y", "year", "years": return monthsAgo(count * 12)
        default: return nil
        }
    }

    /// Returns the same time on the same day of the month, or on the last day of a shorter month.
    private func monthsAgo(_ count: Int) -> Instant {
        var time = today
        let months = time.year * 12 + time.month - 1 - count
        time.year = months >= 0 ? months / 12 : (months - 11) / 12
        time.month = months - time.year * 12 + 1
        time.day = min(time.day, Self.days(time.year, time.month))
        return instant(time)
    }

    private static func days(_ year: Int, _ month: Int) -> Int {
        let next = month == 12 ? (year + 1, 1) : (year, month + 1)
        return CivilTime.days(year: next.0, month: next.1, day: 1) - CivilTime.days(year: year, month: month, day: 1)
    }

    /// Accepts digits only: `Int` would also accept a sign.
    private static func number(_ digits: some Collection<UInt8>, _ range: ClosedRange<Int>) -> Int? {
        guard !digits.isEmpty, digits.count <= 11, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return range.contains(number) ? number : nil
    }
}
