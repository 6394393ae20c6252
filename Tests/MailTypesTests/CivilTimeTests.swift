import Foundation
import MailTestSupport
import Testing

@testable import MailTypes

@Suite("Calendar dates")
struct CivilTimeTests {
    @Test("Every day within 400 years of 1970 has one date and back")
    func civilDays() {
        var expected = CivilTime.date(days: -147_000)
        for days in -147_000...147_000 {
            let date = CivilTime.date(days: days)
            #expect(date == expected)
            #expect(CivilTime.days(year: date.year, month: date.month, day: date.day) == days)
            expected = following(date)
        }
        #expect(CivilTime.date(days: 0) == (1970, 1, 1))
        #expect(CivilTime.date(days: 19_782) == (2024, 2, 29))
    }

    /// Returns the next day by the Gregorian rules.
    private func following(_ date: (year: Int, month: Int, day: Int)) -> (year: Int, month: Int, day: Int) {
        let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
        let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][date.month - 1]
        if date.day < length { return (date.year, date.month, date.day + 1) }
        return date.month < 12 ? (date.year, date.month + 1, 1) : (date.year + 1, 1, 1)
    }

    @Test("Agrees with Foundation's calendar for random instants")
    func againstFoundation() throws {
        var random = SeededGenerator.fresh
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for _ in 0..<5000 {
            // Before 1582, Foundation's calendar is Julian.
            let seconds = Int64.random(in: -12_000_000_000...250_000_000_000, using: &random)
            let time = CivilTime(secondsSince1970: seconds)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second, .weekday],
                from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(
                [time.year, time.month, time.day, time.hour, time.minute, time.second, time.weekday + 1]
                    == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second, parts.weekday],
                "\(seconds), seed \(random.seed)")
        }
    }

    @Test("The first and last instants have a calendar date", .holds("PX6"))
    func extremes() {
        #expect(CivilTime(secondsSince1970: Int64.min).second == 52)
        #expect(CivilTime(secondsSince1970: Int64.max).second == 7)
        #expect(
            CivilTime(secondsSince1970: -1)
                == CivilTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59))
    }
}
