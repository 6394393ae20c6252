import MailTypes
import Outbox
import Testing

@Suite("Times at which mail is to be sent")
struct PlannedTimeParserTests {
    /// Central European time in 2026: summer time from 29 March to 25 October, at 1:00 UTC.
    private static func berlin(_ instant: Instant) -> Int {
        let begin = Int64(CivilTime.days(year: 2026, month: 3, day: 29)) * 86400 + 3600
        let end = Int64(CivilTime.days(year: 2026, month: 10, day: 25)) * 86400 + 3600
        return begin <= instant.seconds && instant.seconds < end ? 120 : 60
    }

    /// Wednesday, 25 November 2026 at 10:00 in Berlin, unless a row says otherwise.
    private static let now = "2026-11-25 10:00"

    private static func instant(_ local: String, _ offset: Int? = nil) -> Instant {
        let parts = local.split { !$0.isNumber }.compactMap { Int($0) }
        let time = CivilTime(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: 0)
        let guess = DateTime(time, offsetMinutes: 60).instant
        return DateTime(time, offsetMinutes: offset ?? berlin(guess)).instant
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        /// Local time, or the problem.
        let wanted: String
        var now = PlannedTimeParserTests.now
        var offset: Int?
        var testDescription: String { "\(text) at \(now)" }

        init(_ text: String, _ wanted: String, now: String = PlannedTimeParserTests.now, offset: Int? = nil) {
            (self.text, self.wanted, self.now, self.offset) = (text, wanted, now, offset)
        }
    }

    static let rows = [
        Row("mon 9:00", "2026-11-30 09:00"), Row("Monday 9:00", "2026-11-30 09:00"),
        Row("9:00 mon", "2026-11-30 09:00"),
        Row("wed 9:00", "2026-12-02 09:00"), Row("wed 10:00", "2026-12-02 10:00"), Row("wed 10:01", "2026-11-25 10:01"),
        Row("thu 0:00", "2026-11-26 00:00"), Row("sun 23:59", "2026-11-29 23:59"),
        Row("9:00", "2026-11-26 09:00"), Row("10:00", "2026-11-26 10:00"), Row("10:01", "2026-11-25 10:01"),
        Row("today 18:30", "2026-11-25 18:30"), Row("tomorrow 8:05", "2026-11-26 08:05"),
        Row("today 9:00", "past"), Row("2026-11-25 10:00", "past"), Row("2025-01-01 10:00", "past"),
        Row("2026-12-01 08:30", "2026-12-01 08:30"), Row("2026-12-01T08:30", "2026-12-01 08:30"),
        Row("2026-12-01, 8:30", "2026-12-01 08:30"), Row("2027-02-28 8:30", "2027-02-28 08:30"),
        Row("2026-12-01 08:30Z", "2026-12-01 09:30"), Row("2026-12-01T08:30+05:30", "2026-12-01 04:00"),
        Row("2026-12-01 08:30-0500", "2026-12-01 14:30"),
        Row("9am", "2026-11-26 09:00"), Row("9 pm", "2026-11-25 21:00"), Row("12am", "2026-11-26 00:00"),
        Row("12pm", "2026-11-25 12:00"), Row("fri 6:30pm", "2026-11-27 18:30"), Row("noon", "2026-11-25 12:00"),
        Row("mon", "noTimeOfDay"), Row("tomorrow", "noTimeOfDay"), Row("2026-12-01", "noTimeOfDay"),
        Row("", "unreadable"), Row("soon", "unreadable"), Row("9", "unreadable"), Row("24:00", "unreadable"),
        Row("9:60", "unreadable"), Row("9:0", "unreadable"), Row("13pm", "unreadable"), Row("0am", "unreadable"),
        Row("mon tue 9:00", "unreadable"), Row("9:00 10:00", "unreadable"), Row("2026-02-29 9:00", "unreadable"),
        Row("2026-13-01 9:00", "unreadable"), Row("2026-1-1 9:00", "unreadable"), Row("mo 9:00", "unreadable"),
        Row("mondays 9:00", "unreadable"), Row("9:00 +99:00", "unreadable"), Row("9:00pmpm", "unreadable"),
        Row("-9:00", "unreadable"), Row("9:00:00", "unreadable"), Row("99999999999999999999:00", "unreadable"),
        Row("2029-01-01 9:00", "tooFar"), Row("9999-12-31 23:59", "tooFar"),
        // The clocks are set forward from 2:00 to 3:00: 2:30 is skipped and becomes 3:30.
        Row("2026-03-29 2:30", "2026-03-29 03:30", now: "2026-03-28 10:00", offset: 120),
        Row("2026-03-29 1:59", "2026-03-29 01:59", now: "2026-03-28 10:00", offset: 60),
        Row("2026-03-29 3:00", "2026-03-29 03:00", now: "2026-03-28 10:00", offset: 120),
        // They are set back from 3:00 to 2:00: 2:30 is shown twice, and the second one is meant.
        Row("2026-10-25 2:30", "2026-10-25 02:30", now: "2026-10-24 10:00", offset: 60),
        Row("2026-10-25 1:59", "2026-10-25 01:59", now: "2026-10-24 10:00", offset: 120),
        Row("sun 9:00", "2026-10-25 09:00", now: "2026-10-24 10:00", offset: 60),
    ]

    @Test("A typed time is the next such local time", arguments: rows)
    func time(_ row: Row) {
        let found: String
        let now = Self.instant(row.now)
        do throws(PlannedTimeParser.Problem) {
            let result = try PlannedTimeParser.at(row.text, now: now, in: Self.berlin)
            #expect(result > now)
            if row.wanted.first?.isNumber == true { return #expect(result == Self.instant(row.wanted, row.offset)) }
            found = "\(result)"
        } catch {
            found = "\(error)"
        }
        #expect(found.hasPrefix(row.wanted), "\(found)")
    }

    @Test(
        "A delay is a sum of units",
        arguments: [
            ("2h", 7200), ("90m", 5400), ("90 minutes", 5400), ("1h30m", 5400), ("1 h 30 min", 5400),
            ("2 days", 172_800),
            ("1w", 604_800), ("45s", 45), ("1d, 2h", 93_600), ("1H", 3600),
        ])
    func delay(_ text: String, _ seconds: Int64) throws {
        #expect(try PlannedTimeParser.after(text, now: Instant(seconds: 1000)) == Instant(seconds: 1000 + seconds))
    }

    @Test(
        "Anything else is not a delay",
        arguments: ["", "0h", "h", "2", "2x", "-2h", "1.5h", "2h 2h", "9999999h", "2hh", "two hours", "2h later"])
    func noDelay(_ text: String) {
        #expect(throws: PlannedTimeParser.Problem.self) {
            try PlannedTimeParser.after(text, now: Instant(seconds: 1000))
        }
    }

    @Test("No delay is longer than two years")
    func limit() {
        #expect(throws: PlannedTimeParser.Problem.tooFar) {
            try PlannedTimeParser.after("999999w", now: Instant(seconds: 0))
        }
    }
}
