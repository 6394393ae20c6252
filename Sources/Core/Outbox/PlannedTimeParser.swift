public import MailTypes

/// Parses the time at which a message is to be sent, as typed: `mon 9:00`, `tomorrow 6:30pm`, `2026-12-01 08:30`, or a
/// delay such as `2h` or `1 day 6 hours`.
///
/// Times are local unless they end in an offset such as `+01:00` or `Z`. The result is never earlier than what was
/// typed: a time that the clocks show twice when they are set back means the second one, and a time that they skip when
/// they are set forward means the same number of minutes after the change.
public enum PlannedTimeParser {
    /// Why a time is not accepted.
    public enum Problem: Error, Hashable, Sendable {
        /// This word is not part of a time.
        case unreadable(String)
        /// There is a day without a time of day.
        case noTimeOfDay
        /// The time has passed.
        case past(Instant)
        /// The time is more than two years ahead.
        case tooFar
    }

    /// Returns the offset of local time from UTC in minutes.
    public typealias ZoneRules = (Instant) -> Int

    private static let maximumDelay: Int64 = 2 * 366 * 86400

    // MARK: - Delays

    /// Parses a delay: numbers with units, each unit at most once. A day is 24 hours.
    public static func after(_ text: String, now: Instant) throws(Problem) -> Instant {
        var rest = lowercased(text)[...]
        var total: Int64 = 0
        var units: Set<Int64> = []
        while true {
            rest = rest.drop(while: isBlank)
            if rest.isEmpty { break }
            let digits = rest.prefix { $0 &- 0x30 < 10 }
            let unit = rest.dropFirst(digits.count).drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 &- 0x61 < 26 }
            guard let count = number(digits, atMost: 6), let seconds = seconds(inUnit: unit),
                units.insert(seconds).inserted
            else { throw .unreadable(String(decoding: rest.prefix { $0 != 0x20 }, as: UTF8.self)) }
            total += Int64(count) * seconds
            rest = rest[unit.endIndex...]
        }
        guard total > 0 else { throw .unreadable(text) }
        guard total <= maximumDelay else { throw .tooFar }
        return Instant(seconds: now.seconds + total)
    }

    private static func seconds(inUnit unit: ArraySlice<UInt8>) -> Int64? {
        switch String(decoding: unit, as: UTF8.self) {
        case "s", "sec", "secs", "second", "seconds": 1
        case "m", "min", "mins", "minute", "minutes": 60
        case "h", "hr", "hrs", "hour", "hours": 3600
        case "d", "day", "days": 86400
        case "w", "week", "weeks": 7 * 86400
        default: nil
        }
    }

    // MARK: - Times

    /// Parses a time of day with or without a day. Without one, the next such time is meant; a day of the week is the
    /// next one that is not over.
    public static func at(_ text: String, now: Instant, in zone: ZoneRules) throws(Problem) -> Instant {
        var moment = TypedMoment()
        let words = lowercased(text).split(whereSeparator: isBlank)
        for word in words where !moment.take(word) { throw .unreadable(String(decoding: word, as: UTF8.self)) }
        guard moment.minute != nil || moment.day != nil else { throw .unreadable(text) }
        guard let minute = moment.timeOfDay else {
            throw moment.minute == nil ? .noTimeOfDay : .unreadable(text)
        }
        let today = localDay(of: now, zone)
        let offset = moment.offsetMinutes
        func find(_ day: Int) -> Instant {
            let local = seconds(day, minute)
            guard let offset else { return instant(of: local, in: zone) }
            return Instant(seconds: local - Int64(offset) * 60)
        }
        let found: Instant
        switch moment.day {
        case nil:
            let first = find(today)
            found = first > now ? first : find(today + 1)
        case .weekday(let weekday)?:
            // 1970-01-01 was a Thursday.
            let current: Int = ((today + 4) % 7 + 7) % 7
            let day = today + (weekday - current + 7) % 7
            let first = find(day)
            found = first > now ? first : find(day + 7)
        case .fromToday(let days)?: found = find(today + days)
        case .date(let day)?: found = find(day)
        }
        guard found > now else { throw .past(found) }
        guard found.seconds - now.seconds <= maximumDelay else { throw .tooFar }
        return found
    }

    private static func localDay(of now: Instant, _ zone: ZoneRules) -> Int {
        let local = now.seconds + Int64(zone(now)) * 60
        return Int(local >= 0 ? local / 86400 : (local - 86399) / 86400)
    }

    private static func seconds(_ day: Int, _ minute: Int) -> Int64 { Int64(day) * 86400 + Int64(minute) * 60 }

    /// Returns the instant at which local clocks show this time, counted in seconds from 1970 without a zone.
    private static func instant(of local: Int64, in zone: ZoneRules) -> Instant {
        // The offsets before and after a change of the clocks on that day.
        let candidates = [-86400, 86400].map { (distance: Int64) -> Instant in
            let offset = Int64(zone(Instant(seconds: local + distance)))
            return Instant(seconds: local - offset * 60)
        }
        let exact = candidates.filter { $0.seconds + Int64(zone($0)) * 60 == local }
        let seconds = (exact.isEmpty ? candidates : exact).map(\.seconds)
        return Instant(seconds: seconds.max() ?? local)
    }

    private static func lowercased(_ text: String) -> [UInt8] {
        text.utf8.map { (octet: UInt8) -> UInt8 in octet &- 0x41 < 26 ? octet | 0x20 : octet }
    }

    /// Words are separated by blanks, commas or both.
    private static func isBlank(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 || octet == 0x2C }

    static func number(_ digits: some Collection<UInt8>, atMost count: Int) -> Int? {
        guard !digits.isEmpty, digits.count <= count, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

/// The words of a time, as far as they have been read.
private struct TypedMoment {
    enum Day {
        /// 0 is Sunday.
        case weekday(Int)
        case fromToday(Int)
        /// In days since 1970-01-01.
        case date(Int)
    }

    private(set) var day: Day?
    /// The minute of the day, before `am` or `pm` is applied.
    private(set) var minute: Int?
    private var isAfternoon: Bool?
    private var mustHaveHalf = false
    private(set) var offsetMinutes: Int?

    /// The minute of the day; `nil` if there is none, or if the hour is not one of a 12-hour clock with `am` or `pm`.
    var timeOfDay: Int? {
        guard let minute else { return nil }
        guard let isAfternoon else { return mustHaveHalf ? nil : minute }
        guard (60..<13 * 60).contains(minute) else { return nil }
        return minute % (12 * 60) + (isAfternoon ? 12 * 60 : 0)
    }

    /// Returns `false` if the word does not fit.
    mutating func take(_ word: ArraySlice<UInt8>) -> Bool {
        // 2026-12-01T08:30
        if word.count > 11, word.dropFirst(10).first == 0x74 {
            return take(word.prefix(10)) && take(word.dropFirst(11))
        }
        if let day = Self.day(word) {
            guard self.day == nil else { return false }
            self.day = day
            return true
        }
        switch String(decoding: word, as: UTF8.self) {
        case "am", "a.m.": return take(half: false)
        case "pm", "p.m.": return take(half: true)
        case "noon":
            guard minute == nil else { return false }
            minute = 12 * 60
            return true
        default: return takeTime(word)
        }
    }

    private mutating func take(half isAfternoon: Bool) -> Bool {
        guard self.isAfternoon == nil, minute != nil, offsetMinutes == nil else { return false }
        self.isAfternoon = isAfternoon
        return true
    }

    private mutating func takeTime(_ word: ArraySlice<UInt8>) -> Bool {
        guard minute == nil else { return false }
        let time = word.prefix { $0 &- 0x30 < 10 || $0 == 0x3A }
        let rest = word.dropFirst(time.count)
        let pieces = time.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard pieces.count <= 2, let hour = PlannedTimeParser.number(pieces[0], atMost: 2), hour < 24 else {
            return false
        }
        var minutes = 0
        if pieces.count == 2 {
            guard pieces[1].count == 2, let number = PlannedTimeParser.number(pieces[1], atMost: 2), number < 60 else {
                return false
            }
            minutes = number
        }
        minute = hour * 60 + minutes
        // "9" alone might be anything; "9 am" is a time.
        mustHaveHalf = pieces.count == 1
        switch String(decoding: rest, as: UTF8.self) {
        case "": return true
        case "am": return take(half: false)
        case "pm": return take(half: true)
        case "z":
            offsetMinutes = 0
            return pieces.count == 2
        default:
            offsetMinutes = Self.offset(rest)
            return offsetMinutes != nil && pieces.count == 2
        }
    }

    /// Parses "+01:00" or "+0100".
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        guard let sign = text.first, sign == 0x2B || sign == 0x2D else { return nil }
        var digits = Array(text.dropFirst())
        if digits.count == 5, digits[2] == 0x3A { digits.remove(at: 2) }
        guard digits.count == 4, let hours = PlannedTimeParser.number(digits[..<2], atMost: 2), hours <= 14,
            let minutes = PlannedTimeParser.number(digits[2...], atMost: 2), minutes < 60
        else { return nil }
        return (sign == 0x2D ? -1 : 1) * (hours * 60 + minutes)
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    private static func day(_ word: ArraySlice<UInt8>) -> Day? {
        if word.elementsEqual("today".utf8) { return .fromToday(0) }
        if word.elementsEqual("tomorrow".utf8) { return .fromToday(1) }
        if word.count >= 3, let weekday = weekdays.firstIndex(where: { $0.utf8.starts(with: word) }) {
            return .weekday(weekday)
        }
        let pieces = word.split(separator: 0x2D, omittingEmptySubsequences: false)
        guard pieces.count == 3, pieces[0].count == 4, pieces[1].count == 2, pieces[2].count == 2,
            let year = PlannedTimeParser.number(pieces[0], atMost: 4),
            let month = PlannedTimeParser.number(pieces[1], atMost: 2),
            let day = PlannedTimeParser.number(pieces[2], atMost: 2), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let days = CivilTime.days(year: year, month: month, day: day)
        // 31 June would be 1 July.
        let next =
            month == 12
            ? CivilTime.days(year: year + 1, month: 1, day: 1)
            : CivilTime.days(year: year, month: month + 1, day: 1)
        return days < next ? .date(days) : nil
    }
}
