internal import MailTypes

/// Parses dates as users type them in a query.
struct QueryDates {
    let now: Instant
    /// Returns the offset from UTC in minutes at an instant, which determines when days begin.
    let offsetMinutes: (Instant) -> Int

    /// Returns the beginning of `2026-10-12`, `2026-10`, `2026`, `today` or `yesterday`, or the instant `7d`, `2w`,
    /// `3m` or `1y` ago. `key` is the name of the filter, for the error message.
    func instant(_ text: String, _ key: String) throws(QueryError) -> Instant {
        if let found = day(text) ?? ago(text) { return found }
        throw QueryError(
            description: "\(key): needs a date or an age, for example \(key):2026-10-12, \(key):2026-10, "
                + "\(key):yesterday, \(key):7d, \(key):2w, \(key):3m or \(key):1y")
    }

    private var today: CivilTime { DateTime(instant: now, offsetMinutes: offsetMinutes(now)).local }

    /// Returns the instant of a local time.
    private func instant(_ time: CivilTime) -> Instant {
        // Close enough to look up the offset at that time, which may differ because of daylight saving time.
        let guess = DateTime(time, offsetMinutes: offsetMinutes(now)).instant
        return DateTime(time, offsetMinutes: offsetMinutes(guess)).instant
    }

    private func start(_ year: Int, _ month: Int, _ day: Int) -> Instant {
        instant(CivilTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0))
    }

    private func day(_ text: String) -> Instant? {
        let today = today
        switch text {
        case "today": return start(today.year, today.month, today.day)
        case "yesterday": return start(today.year, today.month, today.day - 1)
        default: break
        }
        let pieces = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        guard pieces.count <= 3, pieces[0].count == 4, let year = Self.number(pieces[0], 1...9999) else { return nil }
        guard pieces.count > 1 else { return start(year, 1, 1) }
        guard let month = Self.number(pieces[1], 1...12) else { return nil }
        guard pieces.count > 2 else { return start(year, month, 1) }
        guard let day = Self.number(pieces[2], 1...Self.days(year, month)) else { return nil }
        return start(year, month, day)
    }

    private func ago(_ text: String) -> Instant? {
        guard let unit = text.utf8.last, let count = Self.number(text.utf8.dropLast(), 0...9999) else { return nil }
        switch unit | 0x20 {
        case 0x64: return Instant(seconds: now.seconds - Int64(count) * 86_400)
        case 0x77: return Instant(seconds: now.seconds - Int64(count) * 7 * 86_400)
        case 0x6D: return monthsAgo(count)
        case 0x79: return monthsAgo(count * 12)
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
        guard !digits.isEmpty, digits.count <= 4, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return range.contains(number) ? number : nil
    }
}
