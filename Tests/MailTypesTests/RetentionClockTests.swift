import MailTestSupport
import MailTypes
import Testing

@Suite("How long files have been kept by a clock that may be wrong", .holds("PD1", "E05"))
struct RetentionClockTests {
    private static let day: Int64 = 86400

    struct Reading: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let former: RetentionClock?
        let now: Int64
        let since: Int64
        let last: Int64

        init(_ name: String, _ former: (Int64, Int64)?, at now: Int64, _ since: Int64, _ last: Int64) {
            testDescription = name
            self.former = former.map {
                RetentionClock(since: Instant(seconds: $0.0), last: Instant(seconds: $0.1))
            }
            (self.now, self.since, self.last) = (now, since, last)
        }
    }

    static let readings = [
        Reading("the first one", nil, at: 500, 500, 500),
        Reading("within a day", (0, 5 * day), at: 6 * day - 1, 0, 5 * day),
        Reading("after a day", (0, 5 * day), at: 6 * day, 0, 6 * day),
        Reading("after seven days", (0, 5 * day), at: 12 * day, 0, 12 * day),
        Reading("after more than seven days", (0, 5 * day), at: 12 * day + 1, 12 * day + 1, 12 * day + 1),
        Reading("a day back", (0, 5 * day), at: 4 * day, 0, 5 * day),
        Reading("more than a day back", (0, 5 * day), at: 4 * day - 1, 4 * day - 1, 4 * day - 1),
        Reading("a record that cannot be", (6 * day, 5 * day), at: 5 * day, 5 * day, 5 * day),
        Reading("the end of time", (.min, .min), at: .max, .max, .max),
        Reading("the beginning of time", (.max, .max), at: .min, .min, .min),
    ]

    @Test("A jump begins a new time, and a small step does not", arguments: readings)
    func reading(_ row: Reading) {
        let clock = RetentionClock.reading(Instant(seconds: row.now), after: row.former)
        #expect(clock == RetentionClock(since: Instant(seconds: row.since), last: Instant(seconds: row.last)))
    }

    struct Age: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let since: Int64
        let start: Int64
        let now: Int64
        let isOver: Bool

        init(_ name: String, since: Int64 = 0, from start: Int64, at now: Int64, _ isOver: Bool) {
            testDescription = name
            (self.since, self.start, self.now, self.isOver) = (since, start, now, isOver)
        }
    }

    static let ages = [
        Age("30 days", from: day, at: 31 * day, false), Age("more", from: day, at: 31 * day + 1, true),
        Age("30 days since a jump", since: 100 * day, from: day, at: 130 * day, false),
        Age("more since a jump", since: 100 * day, from: day, at: 130 * day + 1, true),
        Age("a file of the future", from: 400 * day, at: 31 * day, false),
        Age("all of time", since: .min, from: .min, at: .max, false),
    ]

    @Test("The time is counted from the file or from the last jump, whichever is later", arguments: ages)
    func age(_ row: Age) {
        let clock = RetentionClock(since: Instant(seconds: row.since), last: Instant(seconds: row.now))
        #expect(
            clock.hasKept(since: Instant(seconds: row.start), for: 30 * Self.day, at: Instant(seconds: row.now))
                == row.isOver)
    }
}
