import MailTestSupport
import MailTypes
import Outbox
import Testing

@Suite("The time since a queue timestamp", .holds("PS7"))
struct DateAndUptimeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let begin: DateAndUptime
        let now: DateAndUptime
        let seconds: Int
        var testDescription: String { name }

        init(
            _ name: String, from begin: (Int64, Uptime?), to now: (Int64, Uptime?), _ seconds: Int
        ) {
            self.name = name
            self.begin = DateAndUptime(Instant(seconds: begin.0), begin.1)
            self.now = DateAndUptime(Instant(seconds: now.0), now.1)
            self.seconds = seconds
        }
    }

    private static func up(_ seconds: Int64, _ boot: String = "one") -> Uptime {
        Uptime(boot: boot, seconds: seconds)
    }

    static let rows: [Row] = [
        Row("both clocks agree", from: (1000, up(10)), to: (1060, up(70)), 60),
        Row("25 hours later", from: (1000, up(10)), to: (1000 + 90_000, up(20)), 10),
        Row("25 hours earlier", from: (100_000, up(10)), to: (10_000, up(20)), 10),
        Row("ten years later", from: (1000, up(10)), to: (315_361_000, up(11)), 1),
        Row("at the beginning of time", from: (1_760_000_000, up(10)), to: (0, up(500)), 490),
        Row("beyond 2038", from: (1_760_000_000, up(10)), to: (4_294_967_400, up(10)), 0),
        Row("an uptime that runs backwards", from: (1000, up(10)), to: (1060, up(5)), 0),
        Row("another start of the machine", from: (1000, up(5000)), to: (1060, up(7, "two")), 60),
        Row("another start, and a clock set back", from: (1000, up(5000)), to: (10, up(7, "two")), 0),
        Row("no uptime then", from: (1000, nil), to: (1060, up(7)), 60),
        Row("no uptime now", from: (1000, up(10)), to: (1060, nil), 60),
        Row("no uptime, and a clock set back", from: (1000, nil), to: (900, nil), 0),
    ]

    @Test("The time between two timestamps is the uptime, or else the clock time", arguments: rows)
    func since(_ row: Row) {
        #expect(row.now.since(row.begin) == .seconds(row.seconds))
    }
}
