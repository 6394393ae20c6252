import MailTestSupport
import MailTypes
import Outbox
import Testing

@Suite("Submission", .holds("U09", "U04", "U10", "PS1", "PS2"))
struct SubmissionTests {
    /// Every transition that there is; all other pairs are refused.
    private static let transitions: [(Submission, Submission.Event, Submission)] = [
        (.draft, .send, .undoable),
        (.draft, .sendAtOnce, .queued),
        (.undoable, .undo, .draft),
        (.undoable, .takeBack, .draft),
        (.undoable, .ownerGone, .draft),
        (.undoable, .windowElapsed, .queued),
        (.queued, .claim, .sending),
        (.queued, .takeBack, .draft),
        (.queued, .expire, .failed),
        (.queued, .hold, .draft),
        (.sending, .accept, .sent),
        (.sending, .postpone, .queued),
        (.sending, .reject, .failed),
        (.sending, .lose, .unknown),
        (.sending, .hold, .draft),
        (.unknown, .retry, .queued),
        (.unknown, .takeBack, .draft),
        (.unknown, .confirm, .sent),
        (.failed, .retry, .queued),
        (.failed, .takeBack, .draft),
        (.failed, .confirm, .sent),
    ]

    @Test("Each event in each state leads where the specification says, or is refused", arguments: Submission.allCases)
    func everyCell(_ state: Submission) {
        for event in Submission.Event.allCases {
            let wanted = Self.transitions.first { $0.0 == state && $0.1 == event }?.2
            #expect(state.after(event) == wanted, "\(state) after \(event)")
        }
    }

    @Test("Only a queued message is ever given to a sender")
    func claims() {
        #expect(Submission.allCases.filter { $0.after(.claim) != nil } == [.queued])
    }

    @Test("The states that are told change only as FR-COMP-02 allows")
    func toldStates() {
        let allowed: Set<[SendState]> = [
            [.none, .queued], [.queued, .none], [.queued, .sending], [.sending, .sent], [.sending, .failed],
            [.failed, .queued], [.sending, .queued], [.queued, .failed], [.failed, .none], [.failed, .sent],
            // The end of the window changes nothing that is told.
            [.queued, .queued],
            // A copy of the home holds what the other one may be sending.
            [.sending, .none],
        ]
        for (before, _, after) in Self.transitions {
            #expect(allowed.contains([before.sendState, after.sendState]), "\(before) to \(after)")
        }
    }
}

@Suite("Undo countdown", .holds("U01", "U05", "PS7"))
struct UndoCountdownTests {
    @Test("Ticks of the usual length count in full")
    func ticks() {
        var countdown = UndoCountdown(.seconds(5))
        for _ in 0..<19 { countdown.wake(after: UndoCountdown.tick) }
        #expect(!countdown.isOver)
        #expect(countdown.seconds == 1)
        countdown.wake(after: UndoCountdown.tick)
        #expect(countdown.isOver)
        #expect(countdown.seconds == 0)
    }

    @Test("However long the program was stopped, one tick is all that counts")
    func stops() {
        var countdown = UndoCountdown(.seconds(5))
        countdown.wake(after: .seconds(86_400))
        #expect(countdown.remaining == .seconds(5) - UndoCountdown.tick)
    }

    @Test("A clock that runs backwards gives no time and takes none")
    func backwards() {
        var countdown = UndoCountdown(.seconds(5))
        countdown.wake(after: .seconds(-60))
        #expect(countdown.remaining == .seconds(5))
    }

    @Test("No window is over at once")
    func zero() {
        #expect(UndoCountdown(.zero).isOver)
        #expect(UndoCountdown(.seconds(-3)).isOver)
    }

    @Test("What is shown never says more than is left, nor 0 before the end")
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
