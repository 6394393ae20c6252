import MailTestSupport
import Outbox
import Testing

@Suite("Undo countdown", .holds("U01", "U05", "PS7"))
struct UndoCountdownTests {
    @Test("Regular ticks count in full")
    func ticks() {
        var countdown = UndoCountdown(.seconds(5))
        for _ in 0..<19 { countdown.wake(after: UndoCountdown.tick) }
        #expect(!countdown.isOver)
        #expect(countdown.seconds == 1)
        countdown.wake(after: UndoCountdown.tick)
        #expect(countdown.isOver)
        #expect(countdown.seconds == 0)
    }

    @Test("A suspension counts as one tick")
    func stops() {
        var countdown = UndoCountdown(.seconds(5))
        countdown.wake(after: .seconds(86_400))
        #expect(countdown.remaining == .seconds(5) - UndoCountdown.tick)
    }

    @Test("A clock that runs backwards does not change the remaining time")
    func backwards() {
        var countdown = UndoCountdown(.seconds(5))
        countdown.wake(after: .seconds(-60))
        #expect(countdown.remaining == .seconds(5))
    }

    @Test("A zero or negative window is over at once")
    func zero() {
        #expect(UndoCountdown(.zero).isOver)
        #expect(UndoCountdown(.seconds(-3)).isOver)
    }

    @Test("Displays every second once, and 0 only at the end")
    func shown() {
        var countdown = UndoCountdown(.seconds(30))
        var shown = [countdown.seconds]
        while !countdown.isOver {
            countdown.wake(after: .milliseconds(130))
            if shown.last != countdown.seconds { shown.append(countdown.seconds) }
        }
        #expect(shown == Array((0...30).reversed()))
    }
}
