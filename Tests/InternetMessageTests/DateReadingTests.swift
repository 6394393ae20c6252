import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

/// A value of Date and the parsed date, or `nil` if it has none.
private struct DateRow: CustomTestStringConvertible, Sendable {
    let name: String
    let value: String
    let expected: String?

    init(_ name: String, _ value: String, _ expected: String?) {
        self.name = name
        self.value = value
        self.expected = expected
    }

    var testDescription: String { name }
}

private func read(_ value: String) -> String? {
    header("Date", value).date?.iso8601
}

@Suite("Date parsing")
struct DateReadingTests {
    @Test("Parses dates of RFC 5322, including the obsolete forms", arguments: standardRows)
    private func standard(_ row: DateRow) { #expect(read(row.value) == row.expected) }

    @Test("Parses offsets and zone names", arguments: zonesRows)
    private func zones(_ row: DateRow) { #expect(read(row.value) == row.expected) }

    @Test("Parses the formats of other standards and programs", arguments: formatsRows)
    private func formats(_ row: DateRow) { #expect(read(row.value) == row.expected) }

    @Test("Rejects impossible dates", .holds("PX6"), arguments: impossibleRows)
    private func impossible(_ row: DateRow) { #expect(read(row.value) == row.expected) }

    @Test("Without a Date field there is no date, and the first of two is used")
    func missing() {
        #expect(message("Subject: x\n\n").header.date == nil)
        let twice = message("Date: 1 Jan 2026 00:00 +0000\nDate: 2 Jan 2026 00:00 +0000\n\n")
        #expect(twice.header.date?.iso8601 == "2026-01-01T00:00:00+00:00")
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    @Test("Any date is read back after writing it")
    func roundTrip() {
        var random = SeededGenerator.fresh
        for _ in 0..<20_000 {
            // Well within the years 1 to 9999.
            let instant = Instant(seconds: Int64.random(in: -62_000_000_000...253_000_000_000, using: &random))
            let date = DateTime(instant: instant, offsetMinutes: Int.random(in: -1439...1439, using: &random))
            let time = date.local
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            let clock = "\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
            let offset =
                (date.offsetMinutes < 0 ? "-" : "+") + two(abs(date.offsetMinutes) / 60)
                + two(abs(date.offsetMinutes) % 60)
            let year = String(repeating: "0", count: 4 - String(time.year).count) + String(time.year)
            let forms = [
                "\(Self.weekdays[time.weekday]), \(time.day) \(Self.months[time.month - 1]) \(year) \(clock) \(offset)",
                "\(time.day) \(Self.months[time.month - 1]) \(year) \(clock) \(offset) (a zone)",
                "\(Self.weekdays[time.weekday]) \(Self.months[time.month - 1]) \(time.day) \(clock) \(offset) \(year)",
                date.iso8601,
            ]
            for form in forms {
                #expect(header("Date", " " + form).date == date, "\(form), seed \(random.seed)")
            }
        }
    }

    @Test("Random text gives a valid date or none", .holds("PX6"))
    func randomText() {
        var random = SeededGenerator.fresh
        let pieces = [
            "Mon, ", "12", " ", "Oct", "2026", "14:03:00", "+0200", "-", "/", ".", ":", "GMT", "PM", "99999999999", "T",
            "Z", "(", ")",
            "24:00", "\r\n ", "é", "60",
        ]
        for _ in 0..<20_000 {
            let value = (0..<Int.random(in: 0...12, using: &random)).map { _ in pick(pieces, &random) }.joined()
            if let date = header("Date", value).date {
                let year = date.local.year
                #expect((0...10_000).contains(year) && abs(date.offsetMinutes) < 1440, "\(value), seed \(random.seed)")
            }
        }
    }
}

private let noon = "2026-10-12T14:03:00+02:00"
private let plain = "2026-10-12T14:03:00+00:00"

private let standardRows = [
    DateRow("as it should be", " Mon, 12 Oct 2026 14:03:00 +0200", noon),
    DateRow("no weekday", " 12 Oct 2026 14:03:00 +0200", noon),
    DateRow("no seconds", " Mon, 12 Oct 2026 14:03 +0200", noon),
    DateRow("no blank behind the colon of the field", "Mon, 12 Oct 2026 14:03:00 +0200", noon),
    DateRow("a day of one digit", " Thu, 1 Oct 2026 14:03:00 +0200", "2026-10-01T14:03:00+02:00"),
    DateRow("a day with a zero", " Thu, 01 Oct 2026 14:03:00 +0200", "2026-10-01T14:03:00+02:00"),
    DateRow("a day with a blank", " Thu,  1 Oct 2026 14:03:00 +0200", "2026-10-01T14:03:00+02:00"),
    DateRow("no blank behind the comma", " Mon,12 Oct 2026 14:03:00 +0200", noon),
    DateRow("tabs", "\tMon,\t12\tOct\t2026\t14:03:00\t+0200", noon),
    DateRow("folded", " Mon, 12 Oct 2026\r\n 14:03:00 +0200", noon),
    DateRow("folded everywhere", "\r\n Mon,\r\n 12\r\n Oct\r\n 2026\r\n 14:03:00\r\n +0200", noon),
    DateRow("A.5 comments", "Mon (day),12 Oct(month)2026(year)14:03(time) +0200(zone)", noon),
    DateRow(
        "A.5 comment behind, folded",
        " Thu,\r\n      13\r\n        Feb\r\n          1969\r\n      23:32\r\n               -0330 (Newfoundland Time)",
        "1969-02-13T23:32:00-03:30"),
    DateRow(
        "A.6.2 two-digit year, blanks and comments in the time", " 21 Nov 97 09(comment):   55  :   06 GMT",
        "1997-11-21T09:55:06+00:00"),
    DateRow("two digits up to 49 are this century", " 12 Oct 49 14:03:00 +0200", "2049-10-12T14:03:00+02:00"),
    DateRow("two digits from 50 are the last century", " 12 Oct 50 14:03:00 +0200", "1950-10-12T14:03:00+02:00"),
    DateRow("three digits count from 1900", " 12 Oct 126 14:03:00 +0200", noon),
    DateRow("the wrong weekday", " Sun, 12 Oct 2026 14:03:00 +0200", noon),
    DateRow("a weekday of no language", " Xyz, 12 Oct 2026 14:03:00 +0200", noon),
    DateRow("names in full", " Monday, 12 October 2026 14:03:00 +0200", noon),
    DateRow("capitals", " MON, 12 OCT 2026 14:03:00 +0200", noon),
    DateRow("lower case", " mon, 12 oct 2026 14:03:00 +0200", noon),
    DateRow("a leap day", " 29 Feb 2024 14:03:00 +0200", "2024-02-29T14:03:00+02:00"),
    DateRow("the leap day of 2000", " 29 Feb 2000 14:03:00 +0200", "2000-02-29T14:03:00+02:00"),
    DateRow("a leap second", " 31 Dec 2016 23:59:60 +0000", "2017-01-01T00:00:00+00:00"),
    DateRow("24:00 is the next day", " 12 Oct 2026 24:00:00 +0200", "2026-10-13T00:00:00+02:00"),
    DateRow("one digit in each of the time's parts", " 12 Oct 2026 4:3:2 +0200", "2026-10-12T04:03:02+02:00"),
    DateRow("no time", " Mon, 12 Oct 2026", "2026-10-12T00:00:00+00:00"),
    DateRow("no offset", " Mon, 12 Oct 2026 14:03:00", plain),
    DateRow("text behind it", " Mon, 12 Oct 2026 14:03:00 +0200 or so", noon),
    DateRow("another date behind it", " Mon, 12 Oct 2026 14:03:00 +0200, 13 Nov 2027 15:04:00", noon),
    DateRow("September with four letters", " 12 Sept 2026 14:03:00 +0200", "2026-09-12T14:03:00+02:00"),
]

private let zonesRows = [
    DateRow("east", " 12 Oct 2026 14:03:00 +0530", "2026-10-12T14:03:00+05:30"),
    DateRow("west", " 12 Oct 2026 14:03:00 -0800", "2026-10-12T14:03:00-08:00"),
    DateRow("unknown zone", " 12 Oct 2026 14:03:00 -0000", plain),
    DateRow("GMT", " 12 Oct 2026 14:03:00 GMT", plain),
    DateRow("UT", " 12 Oct 2026 14:03:00 UT", plain),
    DateRow("UTC", " 12 Oct 2026 14:03:00 UTC", plain),
    DateRow("Z", " 12 Oct 2026 14:03:00 Z", plain),
    DateRow("EST", " 12 Oct 2026 14:03:00 EST", "2026-10-12T14:03:00-05:00"),
    DateRow("EDT", " 12 Oct 2026 14:03:00 EDT", "2026-10-12T14:03:00-04:00"),
    DateRow("CST", " 12 Oct 2026 14:03:00 CST", "2026-10-12T14:03:00-06:00"),
    DateRow("MDT", " 12 Oct 2026 14:03:00 MDT", "2026-10-12T14:03:00-06:00"),
    DateRow("pst in lower case", " 12 Oct 2026 14:03:00 pst", "2026-10-12T14:03:00-08:00"),
    DateRow("CEST", " 12 Oct 2026 14:03:00 CEST", noon),
    DateRow("a military letter means nothing", " 12 Oct 2026 14:03:00 A", plain),
    DateRow("an unknown name", " 12 Oct 2026 14:03:00 XYZT", plain),
    DateRow("the name in a comment", " 12 Oct 2026 14:03:00 +0200 (CEST)", noon),
    DateRow("the name behind the offset", " 12 Oct 2026 14:03:00 +0200 CEST", noon),
    DateRow("the name before the offset", " 12 Oct 2026 14:03:00 GMT +0200", noon),
    DateRow("GMT+0200", " Mon Oct 12 2026 14:03:00 GMT+0200 (CEST)", noon),
    DateRow("GMT+02:00", " 12 Oct 2026 14:03:00 GMT+02:00", noon),
    DateRow("UTC+2", " 12 Oct 2026 14:03:00 UTC+2", noon),
    DateRow("EST-0500", " 12 Oct 2026 14:03:00 EST-0500", "2026-10-12T14:03:00-05:00"),
    DateRow("an offset of two digits", " 12 Oct 2026 14:03:00 +02", noon),
    DateRow("an offset of three digits", " 12 Oct 2026 14:03:00 +200", noon),
    DateRow("an offset with a colon", " 12 Oct 2026 14:03:00 +02:00", noon),
    DateRow("an offset right behind the time", " 12 Oct 2026 14:03:00+0200", noon),
    DateRow("the last minute that is possible", " 12 Oct 2026 14:03:00 +2359", "2026-10-12T14:03:00+23:59"),
    DateRow("+9999 is no offset", " 12 Oct 2026 14:03:00 +9999", plain),
    DateRow("-9999 is no offset", " 12 Oct 2026 14:03:00 -9999", plain),
    DateRow("+2400 is no offset", " 12 Oct 2026 14:03:00 +2400", plain),
    DateRow("+0260 is no offset", " 12 Oct 2026 14:03:00 +0260", plain),
    DateRow("+02000 is no offset", " 12 Oct 2026 14:03:00 +02000", plain),
    DateRow("an offset before the year", " Mon Oct 12 14:03:00 +0200 2026", noon),
    DateRow("a zone before the year", " Mon Oct 12 14:03:00 CEST 2026", noon),
    DateRow("UTC-0500 before the year", " Mon Oct 12 14:03:00 UTC-0500 2026", "2026-10-12T14:03:00-05:00"),
    DateRow("EST-0500 before the year", " Mon Oct 12 14:03:00 EST-0500 2026", "2026-10-12T14:03:00-05:00"),
]

private let formatsRows = [
    DateRow("asctime", " Mon Oct 12 14:03:00 2026", plain),
    DateRow("asctime with a blank", " Thu Oct  1 14:03:00 2026", "2026-10-01T14:03:00+00:00"),
    DateRow("RFC 850", " Monday, 12-Oct-26 14:03:00 GMT", plain),
    DateRow("RFC 850 with four digits", " Monday, 12-Oct-2026 14:03:00 GMT", plain),
    DateRow("IMAP's date-time", " 12-Oct-2026 14:03:00 +0200", noon),
    DateRow("ISO 8601", " 2026-10-12T14:03:00+02:00", noon),
    DateRow("ISO 8601 in UTC", " 2026-10-12T14:03:00Z", plain),
    DateRow("ISO 8601 with milliseconds", " 2026-10-12T14:03:00.123Z", plain),
    DateRow("ISO 8601 with a comma", " 2026-10-12T14:03:00,123+02:00", noon),
    DateRow("ISO 8601 with a blank", " 2026-10-12 14:03:00 +0200", noon),
    DateRow("ISO 8601 west", " 2026-10-12T14:03:00-05:00", "2026-10-12T14:03:00-05:00"),
    DateRow("ISO 8601 without seconds", " 2026-10-12T14:03+02:00", noon),
    DateRow("ISO 8601, date alone", " 2026-10-12", "2026-10-12T00:00:00+00:00"),
    DateRow("year first, slashes", " 2026/10/12 14:03:00", plain),
    DateRow("year first, name of month", " 2026 Oct 12 14:03:00 +0200", noon),
    DateRow("year, day, month", " 2026 12 Oct 14:03:00 +0200", noon),
    DateRow("month first", " Oct 12, 2026 14:03:00 +0200", noon),
    DateRow("month first, in full, half of the day", " October 12, 2026 2:03 PM", plain),
    DateRow("an ordinal", " October 12th, 2026 14:03:00", plain),
    DateRow("time first", " 14:03:00 12 Oct 2026", plain),
    DateRow("time first, hyphens", " 14:03:00 12-Oct-2026", plain),
    DateRow("time first, ISO 8601 date", " 14:03:00 2026-10-12", plain),
    DateRow("AM", " 12 Oct 2026 2:03:00 AM", "2026-10-12T02:03:00+00:00"),
    DateRow("PM", " 12 Oct 2026 2:03:00 PM", plain),
    DateRow("PM right behind the time", " 12 Oct 2026 2:03PM +0200", noon),
    DateRow("midnight", " 12 Oct 2026 12:03 AM", "2026-10-12T00:03:00+00:00"),
    DateRow("noon", " 12 Oct 2026 12:03 PM", "2026-10-12T12:03:00+00:00"),
    DateRow("PM of an hour past twelve", " 12 Oct 2026 14:03 PM", plain),
    DateRow("American, slashes", " 10/12/2026 2:03 PM", plain),
    DateRow("slashes that cannot be American", " 13/10/2026 14:03", "2026-10-13T14:03:00+00:00"),
    DateRow("dots", " 12.10.2026 14:03", plain),
    DateRow("dots, two digits", " 12.10.26 14:03", plain),
    DateRow("a French Tuesday is no March", " mar. 12 oct. 2026 14:03:00 +0200", noon),
    DateRow("a Spanish Tuesday is no March", " martes, 12 oct 2026 14:03:00 +0200", noon),
    DateRow("March in French", " jeu. 12 mars 2026 14:03:00 +0100", "2026-03-12T14:03:00+01:00"),
    DateRow("a number before the day", " 1, 12 Oct 2026 14:03:00 +0200", noon),
    DateRow("quotes around it", " \"Mon, 12 Oct 2026 14:03:00 +0200\"", noon),
]

private let impossibleRows = [
    DateRow("empty", " ", nil),
    DateRow("words", " yesterday", nil),
    DateRow("32 February", " 32 Feb 2026 14:03:00 +0200", nil),
    DateRow("30 February", " 30 Feb 2026 14:03:00 +0200", nil),
    DateRow("a leap day in 2026", " 29 Feb 2026 14:03:00 +0200", nil),
    DateRow("the leap day of 1900", " 29 Feb 1900 14:03:00 +0200", nil),
    DateRow("31 April", " 31 Apr 2026 14:03:00 +0200", nil),
    DateRow("day 0", " 0 Oct 2026 14:03:00 +0200", nil),
    DateRow("month 13", " 2026-13-12T14:03:00Z", nil),
    DateRow("month 0", " 2026-00-12T14:03:00Z", nil),
    DateRow("year 0", " 12 Oct 0000 14:03:00 +0200", nil),
    DateRow("year 99999", " 12 Oct 99999 14:03:00 +0200", nil),
    DateRow("a year of forty digits", " 12 Oct 2026202620262026202620262026202620262026 14:03:00", nil),
    DateRow("hour 25", " 12 Oct 2026 25:03:00 +0200", nil),
    DateRow("24:01", " 12 Oct 2026 24:01:00 +0200", nil),
    DateRow("minute 60", " 12 Oct 2026 14:60:00 +0200", nil),
    DateRow("second 61", " 12 Oct 2026 14:03:61 +0200", nil),
    DateRow("a time without a date", " 14:03:00 +0200", nil),
    DateRow("no year", " Mon, 12 Oct 14:03:00 +0200", nil),
    DateRow("no day", " Oct 2026 14:03:00 +0200", nil),
    DateRow("no month", " Mon, 12 2026 14:03:00 +0200", nil),
    DateRow("an unclosed comment", " (Mon, 12 Foo 2026", nil),
]
