import MailTestSupport
import MailTypes
import Outbox
import Testing

@Suite("Submission states", .holds("U09", "U04", "U10", "PS1", "PS2"))
struct SubmissionStateTests {
    /// All valid transitions. Every other pair is rejected.
    private static let transitions: [(SubmissionState, SubmissionState.Event, SubmissionState)] = [
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

    @Test("Each event in each state follows the table or is rejected", arguments: SubmissionState.allCases)
    func everyCell(_ state: SubmissionState) {
        for event in SubmissionState.Event.allCases {
            let wanted = Self.transitions.first { $0.0 == state && $0.1 == event }?.2
            #expect(state.after(event) == wanted, "\(state) after \(event)")
        }
    }

    @Test("Only a queued message can be claimed for sending")
    func claims() {
        #expect(SubmissionState.allCases.filter { $0.after(.claim) != nil } == [.queued])
    }

    @Test("Reported states change only as FR-COMP-02 permits")
    func toldStates() {
        let allowed: Set<[SendState]> = [
            [.none, .queued], [.queued, .none], [.queued, .sending], [.sending, .sent], [.sending, .failed],
            [.failed, .queued], [.sending, .queued], [.queued, .failed], [.failed, .none], [.failed, .sent],
            // The end of the undo window does not change the reported state.
            [.queued, .queued],
            // A copied home holds messages that the original may be sending.
            [.sending, .none],
        ]
        for (before, _, after) in Self.transitions {
            #expect(allowed.contains([before.sendState, after.sendState]), "\(before) to \(after)")
        }
    }
}
