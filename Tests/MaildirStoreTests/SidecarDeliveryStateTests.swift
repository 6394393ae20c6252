import JSONText
import MailTestSupport
import MailTypes
import SMTPProtocol
import Testing

@testable import MaildirStore
@testable import Outbox

@Suite("Delivery state in sidecars", .holds("U09", "PS1", "PS4", "PD6"))
struct SidecarDeliveryStateTests {
    private let now = Instant(seconds: 1_792_000_000)
    private var moment: DateAndUptime { DateAndUptime(now, Uptime(boot: "one", seconds: 77)) }

    private func sidecar(_ state: SendState = .queued) -> Sidecar {
        var sidecar = Sidecar(
            draftID: DraftID(random: Array(repeating: 7, count: 16)), hash: ContentHash(high: 1, low: 2), size: 3,
            revision: 1, isDraft: false, sendState: state)
        sidecar.queuedDate = now
        return sidecar
    }

    /// For mutating calls, which a macro cannot contain.
    private func expect(
        _ isTrue: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(isTrue, comment(), sourceLocation: sourceLocation)
    }

    /// Reads it back like another program.
    private func read(_ sidecar: Sidecar) throws -> Sidecar {
        try Sidecar(reading: sidecar.octets)
    }

    /// Returns a sidecar in the given state, or `nil` if it cannot be reached.
    private func sidecar(in state: SubmissionState) -> Sidecar? {
        var made = sidecar()
        switch state {
        case .draft: return sidecar(.none)
        case .undoable: made.undo = UndoWindowOwner(session: made.draftID, window: 5)
        case .queued: break
        case .sending: guard made.claim(at: moment) else { return nil }
        case .unknown:
            guard made.claim(at: moment), made.commit(for: ["ana@example.org"]),
                made.end(AttemptResult(.lose), accepted: [], because: "broke off", at: now)
            else { return nil }
        case .sent:
            guard made.claim(at: moment), made.commit(for: ["ana@example.org"]),
                made.end(AttemptResult(.accept), accepted: ["ana@example.org"], because: nil, at: now)
            else { return nil }
        case .failed:
            guard made.claim(at: moment), made.end(.unsendable, accepted: [], because: "no", at: now) else {
                return nil
            }
        }
        return made
    }

    @Test(
        "The outcome is known once the server has answered, also if the answer is no",
        arguments: [(SubmissionState.Event.postpone, SubmissionState.queued), (.reject, .failed)])
    func answered(_ event: SubmissionState.Event, _ state: SubmissionState) throws {
        var sidecar = try #require(self.sidecar(in: .sending))
        expect(sidecar.commit(for: ["ana@example.org"]))
        expect(sidecar.end(AttemptResult(event), accepted: [], because: "no", at: now))
        let known = try read(sidecar)
        #expect(known.submission == state && !known.isOutcomeUnknown)
        #expect(known.attempt?.phase == .connecting && known.attempt?.committing == [])
    }

    @Test(
        "Each change succeeds only in the states that allow it",
        arguments: SubmissionState.allCases)
    func everyChange(_ state: SubmissionState) throws {
        typealias Change = (name: String, event: SubmissionState.Event, body: (inout Sidecar) -> Bool)
        let changes: [Change] = [
            ("claim", .claim, { $0.claim(at: moment) }),
            ("accept", .accept, { $0.end(AttemptResult(.accept), accepted: [], because: nil, at: now) }),
            ("postpone", .postpone, { $0.end(AttemptResult(of: [], after: 0), accepted: [], because: "off", at: now) }),
            ("reject", .reject, { $0.end(.unsendable, accepted: [], because: "no", at: now) }),
            ("lose", .lose, { $0.end(AttemptResult(.lose), accepted: [], because: "lost", at: now) }),
            ("lose to an earlier order", .lose, { $0.end(asSentBeforeTo: ["ana@example.org"], because: "sent") }),
            ("requeue", .retry, { $0.requeue(at: moment) }),
            ("confirm", .confirm, { $0.confirm(at: now) }),
            ("expire", .expire, { $0.expire(because: "late") }),
            ("hold", .hold, { $0.hold(because: .copied) }),
        ]
        for change in changes {
            var made = try #require(sidecar(in: state))
            #expect(made.submission == state)
            let before = made.octets
            let next = state.after(change.event)
            expect(change.body(&made) == (next != nil), "\(change.name)")
            if let next {
                #expect(made.submission == next, "\(change.name)")
                #expect(try read(made).submission == next, "\(change.name)")
            } else {
                #expect(made.octets == before, "\(change.name)")
            }
        }
    }

    @Test("A message that was sent before is in doubt since it was queued, when its copy came into Sent")
    func sentBefore() throws {
        var made = sidecar()
        expect(made.claim(at: DateAndUptime(Instant(seconds: now.seconds + 60), Uptime(boot: "one", seconds: 137))))
        expect(made.end(asSentBeforeTo: ["ana@example.org"], because: "A copy is in Sent."))
        let known = try read(made)
        #expect(known.isOutcomeUnknown && known.lastError == "A copy is in Sent.")
        #expect(known.attempt?.committing == ["ana@example.org"] && known.attempt?.started == now)
    }

    @Test("A draft that is made of a sent message knows who has it and who may have it", .holds("PS1"))
    func earlierDelivery() throws {
        var made = try #require(sidecar(in: .sending))
        expect(made.commit(for: ["ana@example.org"]))
        expect(made.commit(for: ["ben@example.org"]))
        expect(made.end(AttemptResult(.lose), accepted: [], because: "broke off", at: now))
        made.becomeDraft()
        let draft = try read(made)
        #expect(draft.submission == .draft && draft.attempt == nil)
        #expect(draft.earlierDelivery?.accepted.map(\.text) == ["ana@example.org"])
        #expect(draft.earlierDelivery?.possible.map(\.text) == ["ben@example.org"])
    }

    @Test("The state of an abandoned attempt follows from what it recorded")
    func abandoned() throws {
        var claimed = try #require(sidecar(in: .sending))
        var committed = claimed
        expect(committed.commit(for: ["ana@example.org"]))
        for (name, sidecar, state) in [
            ("claimed", claimed, SubmissionState.queued), ("committed", committed, .unknown),
        ] {
            var found = try read(sidecar)
            expect(found.abandon(because: "it ended") && found.submission == state, "\(name)")
            #expect(try read(found).submission == state, "\(name)")
            #expect(found.lastError == (state == .unknown ? "it ended" : nil), "\(name)")
            expect(!found.abandon(because: "again"), "\(name)")
        }
        // An attempt by an older program has no record: nothing was handed over.
        claimed.attempt = nil
        expect(claimed.abandon(because: "it ended") && claimed.submission == .queued)
        var waiting = sidecar()
        expect(!waiting.commit(for: ["ana@example.org"]) && waiting.attempt == nil, "no process has claimed it")
    }

    @Test("Accepted recipients are recorded part by part and skipped by the next attempt")
    func parts() throws {
        var made = try #require(sidecar(in: .sending))
        expect(made.commit(for: ["a@x", "b@x"]))
        expect(made.commit(for: ["c@x"]))
        made = try read(made)
        #expect(made.attempt?.accepted == ["a@x", "b@x"] && made.attempt?.committing == ["c@x"])
        expect(made.end(AttemptResult(of: [], after: 0), accepted: ["a@x", "b@x"], because: "off", at: now))
        expect(made.claim(at: moment))
        made = try read(made)
        #expect(made.attempt?.accepted == ["a@x", "b@x"] && made.attempt?.committing == [])
        expect(made.end(.unsendable, accepted: [], because: "no", at: now) && made.requeue(at: moment))
        #expect(try read(made).attempt?.accepted == ["a@x", "b@x"])
    }

    @Test("Canonically equivalent addresses are different recipients, and duplicates count once")
    func alike() throws {
        let names = ["caf\u{E9}@example.org", "cafe\u{301}@example.org"]
        var made = try #require(sidecar(in: .sending))
        expect(made.commit(for: [names[0]]) && made.commit(for: names))
        made = try read(made)
        #expect(made.attempt?.accepted.map { Array($0.utf8) } == [Array(names[0].utf8)])
        #expect(made.attempt?.committing.map { Array($0.utf8) } == [Array(names[1].utf8)])
        expect(made.end(AttemptResult(.accept), accepted: names, because: nil, at: now))
        #expect(try read(made).attempt?.accepted.count == 2)
    }

    @Test("Counts failed attempts, and starts over when the user requeues the message")
    func counting() throws {
        var made = sidecar()
        for count in 1...3 {
            expect(made.claim(at: moment))
            expect(made.end(.unreachable(after: count - 1), accepted: [], because: "down", at: now))
            #expect(made.retryCount == count)
            let wait = RetrySchedule.waits[count - 1].components.seconds
            #expect(made.nextAttempt == Instant(seconds: now.seconds + wait))
        }
        expect(made.claim(at: moment) && made.nextAttempt == nil)
        expect(made.end(AttemptResult(of: [], after: 0), accepted: [], because: "off", at: now) && made.retryCount == 3)
        expect(made.claim(at: moment) && made.end(.unreachable(after: 3), accepted: [], because: "down", at: now))
        #expect(made.submission == .failed && made.lastError == "down")
        let order = DateAndUptime(Instant(seconds: now.seconds + 500), Uptime(boot: "two", seconds: 3))
        expect(made.requeue(at: order))
        made = try read(made)
        #expect(made.retryCount == 0 && made.lastError == nil && made.nextAttempt == nil && made.attempt == nil)
        #expect(made.queuedMoment == order)
    }

    @Test("Changing the queue date discards the recorded uptime", .holds("PS7"))
    func moments() throws {
        var made = sidecar()
        made.queuedMoment = moment
        #expect(try read(made).queuedMoment == moment)
        let later = Instant(seconds: now.seconds + 90_000)
        made.queuedDate = later
        #expect(try read(made).queuedMoment == DateAndUptime(later, nil))
        made.queuedDate = nil
        #expect(try read(made).queuedMoment == nil)
    }

    @Test("A message that was or may have been sent is never queued automatically")
    func neverByItself() throws {
        for state in [SubmissionState.unknown, .sent, .failed] {
            var made = try #require(sidecar(in: state))
            expect(!made.claim(at: moment) && !made.abandon(because: "x") && !made.hold(because: .copied))
            expect(!made.expire(because: "x") && !made.commit(for: ["a@x"]))
            #expect(made.submission == state)
        }
    }

    @Test("The longest list of recipients can be recorded and read at every step")
    func manyRecipients() throws {
        var names: [String] = []
        var size = 0
        while size + 30 < Sidecar.Envelope.maximumSize {
            let name = "\"\(names.count)\\\\\"@x.org"
            names.append(name)
            size += name.utf8.count + 8
        }
        var made = sidecar()
        made.envelope = Sidecar.Envelope(
            sender: EmailAddress("kim@example.net"), recipients: names.map { EmailAddress($0) }, messageID: nil)
        #expect(made.envelope?.fits == true && made.envelope?.recipients.count == names.count)
        expect(made.claim(at: moment))
        #expect(try read(made).submission == .sending)
        for part in stride(from: 0, to: names.count, by: 10_000) {
            expect(made.commit(for: Array(names[part...].prefix(10_000))))
            #expect(try read(made).attempt?.phase == .committing)
        }
        expect(made.end(AttemptResult(.accept), accepted: names, because: nil, at: now))
        #expect(try read(made).attempt?.accepted == names)
    }

    @Test("Unknown members of an attempt survive", .holds("PD6"))
    func unknownMembers() throws {
        var made = try #require(sidecar(in: .sending))
        var attempt = try #require(made.object["attempt"]?.object)
        attempt["later"] = .string("kept")
        made.object["attempt"] = .object(attempt)
        made = try read(made)
        expect(made.commit(for: ["ana@example.org"]))
        #expect(try read(made).object["attempt"]?.object?["later"]?.string == "kept")
    }
}
