import MailTestSupport
import Outbox
import Testing

@Suite("Retry schedule", .holds("Y16", "PS7"))
struct RetryScheduleTests {
    @Test("There are three waits, and none after the fourth attempt")
    func waits() {
        let waits = (-1...6).map { RetrySchedule.wait(after: $0) }
        #expect(waits == [nil, nil, .seconds(30), .seconds(120), .seconds(480), nil, nil, nil])
        #expect(RetrySchedule.maximumAge == .seconds(86_400))
    }

    @Test("A wait is the longer of the planned and the requested time")
    func asked() {
        for (failures, planned) in [(1, 30), (2, 120), (3, 480)] {
            for asked in [-5, 0, 29, 60, 500, 100_000] {
                #expect(
                    RetrySchedule.wait(after: failures, asked: .seconds(asked)) == .seconds(max(planned, asked)))
            }
        }
        #expect(RetrySchedule.wait(after: 4, asked: .seconds(1)) == nil)
    }
}
