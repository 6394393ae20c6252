import MailTestSupport
import Testing

@testable import MailTypes

@Suite("Dates with offsets")
struct DateTimeTests {
    @Test("Local fields round-trip at every offset")
    func offsets() {
        var random = SeededGenerator.fresh
        for _ in 0..<20_000 {
            let instant = Instant(seconds: Int64.random(in: -70_000_000_000...260_000_000_000, using: &random))
            let date = DateTime(instant: instant, offsetMinutes: Int.random(in: -1439...1439, using: &random))
            #expect(DateTime(date.local, offsetMinutes: date.offsetMinutes) == date, "\(date), seed \(random.seed)")
        }
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
