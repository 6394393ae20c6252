import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Idempotent append", .holds("PY4", "Y15"))
struct IdempotentAppendTests {
    @Test("After any interruption, there is exactly one copy")
    func everyCut() {
        for choices in FlakyAppendServer.all(6) {
            var server = FlakyAppendServer(choices)
            var connections = 0
            var outcome: IdempotentAppend.Outcome?
            while outcome == nil, connections < 20 {
                var state = IdempotentAppend.recorded
                var event: IdempotentAppend.Event? = connections == 0 ? .begin : .resume
                connections += 1
                while let next = event.flatMap({ state.after($0) }) {
                    state = next.state
                    if case .ended(let end) = state { outcome = end }
                    event = next.effect == .stop ? nil : server.perform(next.effect)
                }
            }
            #expect(server.copies.count == 1, "\(choices)")
            #expect(outcome == .stored(server.copies.last.map { uid($0) }) || outcome == .stored(nil), "\(choices)")
        }
    }

    @Test("Without a fault, one append is enough, and a search follows one whose UID or answer is missing")
    func undisturbed() throws {
        let begun = try #require(IdempotentAppend.recorded.after(.begin))
        #expect(begun.effect == .append)
        #expect(begun.state.after(.stored(uid(5)))?.state == .ended(.stored(uid(5))))
        #expect(begun.state.after(.stored(nil))?.state == .looking(.stored(nil)))
        #expect(begun.state.after(.lost)?.state == .looking(.first))
        #expect(IdempotentAppend.sweeping(kept: uid(5)).after(.removed)?.state == .ended(.stored(uid(5))))
    }

    @Test("Appends again only after two searches have found nothing")
    func twoLooks() {
        var state = IdempotentAppend.recorded
        var effects: [IdempotentAppend.Effect] = []
        for event in [IdempotentAppend.Event.resume, .found([]), .waited, .found([])] {
            guard let next = state.after(event) else { break }
            state = next.state
            effects.append(next.effect)
        }
        #expect(effects == [.locate, .wait(5), .locate, .append])
        #expect(state == .sending(again: true))
    }

    @Test("A message of another size is not a copy and stays")
    func anotherSize() {
        let located = [IdempotentAppend.Located(uid(7), size: 90), IdempotentAppend.Located(uid(9), size: 100)]
        let next = IdempotentAppend.looking(.first).after(.found(located))
        #expect(next?.state == .ended(.stored(uid(9))))
    }

    @Test("Creates a missing mailbox once, and a refusal ends it")
    func refusals() {
        let sending = IdempotentAppend.sending(again: false)
        #expect(sending.after(.noMailbox)?.effect == .create)
        #expect(IdempotentAppend.creating(again: false).after(.created)?.effect == .append)
        #expect(IdempotentAppend.creating(again: false).after(.noMailbox)?.state == .ended(.refused))
        #expect(sending.after(.refused)?.state == .ended(.refused))
    }
}
