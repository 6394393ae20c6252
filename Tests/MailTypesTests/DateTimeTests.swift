import Foundation
import MailTestSupport
import Testing

@testable import MailTypes

@Suite("Instants and calendar dates")
struct DateTimeTests {
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

    @Test("Local fields round-trip at every offset")
    func offsets() {
        var random = SeededGenerator.fresh
        for _ in 0..<20_000 {
            let instant = Instant(seconds: Int64.random(in: -70_000_000_000...260_000_000_000, using: &random))
            let date = DateTime(instant: instant, offsetMinutes: Int.random(in: -1439...1439, using: &random))
            #expect(DateTime(date.local, offsetMinutes: date.offsetMinutes) == date, "\(date), seed \(random.seed)")
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

    struct Text: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let seconds: Int64
        let offset: Int
        let iso8601: String
    }

    @Test(
        "ISO 8601",
        arguments: [
            Text(testDescription: "the epoch", seconds: 0, offset: 0, iso8601: "1970-01-01T00:00:00+00:00"),
            Text(testDescription: "east", seconds: 1_791_806_580, offset: 120, iso8601: "2026-10-12T14:03:00+02:00"),
            Text(testDescription: "west", seconds: 1_791_806_580, offset: -210, iso8601: "2026-10-12T08:33:00-03:30"),
            Text(testDescription: "before the epoch", seconds: -1, offset: 0, iso8601: "1969-12-31T23:59:59+00:00"),
            Text(testDescription: "the furthest west", seconds: 0, offset: -1439, iso8601: "1969-12-31T00:01:00-23:59"),
            Text(
                testDescription: "the year 1", seconds: -62_135_596_800, offset: 0, iso8601: "0001-01-01T00:00:00+00:00"
            ),
        ])
    func iso8601(_ row: Text) {
        #expect(DateTime(instant: Instant(seconds: row.seconds), offsetMinutes: row.offset).iso8601 == row.iso8601)
    }
}
