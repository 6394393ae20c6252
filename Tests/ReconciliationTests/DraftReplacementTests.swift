import MailTestSupport
import Reconciliation
import Testing

@Suite("Replacing a draft on the server", .holds("C20", "PY1", "PY4"))
struct DraftReplacementTests {
    /// Runs until it ends, with as many connections as that takes.
    private func run(_ server: inout FlakyAppendServer, hasBase: Bool, isReplacing: Bool) -> DraftReplacement.Outcome? {
        for connection in 0..<20 {
            var state = DraftReplacement.recorded
            var event: DraftReplacement.Event? =
                connection == 0
                ? .begin(base: hasBase, isReplacing: isReplacing)
                : .resume(base: hasBase, isClaimed: server.isClaimed, isReplacing: isReplacing)
            while let next = event.flatMap({ state.after($0) }) {
                state = next.state
                if case .ended(let outcome) = state { return outcome }
                event = perform(next.effect, &server)
            }
        }
        return nil
    }

    private func perform(_ effect: DraftReplacement.Effect, _ server: inout FlakyAppendServer) -> DraftReplacement
        .Event?
    {
        switch effect {
        case .claim:
            let luck = server.luck()
            guard luck == .done || luck == .unnamed else { return nil }
            return server.isBaseThere ? .present : .missing
        case .note:
            server.isClaimed = true
            return .noted
        case .remove:
            let luck = server.luck()
            if luck != .lostBefore { server.isBaseThere = false }
            return luck == .done || luck == .unnamed ? .removed : nil
        case .append(let effect): return server.perform(effect).map { .append($0) }
        case .replace: return server.perform(.append, removing: true).map { .append($0) }
        case .stop: return nil
        }
    }

    @Test("After any interruption, the new version exists once and the old one is gone")
    func everyCut() {
        for choices in FlakyAppendServer.all(6) {
            for isReplacing in [false, true] {
                var server = FlakyAppendServer(choices, hasBase: true)
                guard case .stored? = run(&server, hasBase: true, isReplacing: isReplacing) else {
                    Issue.record("\(choices), REPLACE: \(isReplacing)")
                    continue
                }
                #expect(server.copies.count == 1 && !server.isBaseThere, "\(choices), REPLACE: \(isReplacing)")
            }
        }
    }

    @Test("A new draft is only appended", arguments: [false, true])
    func new(_ isReplacing: Bool) {
        for choices in FlakyAppendServer.all(5) {
            var server = FlakyAppendServer(choices)
            guard case .stored? = run(&server, hasBase: false, isReplacing: isReplacing) else {
                Issue.record("\(choices)")
                continue
            }
            #expect(server.copies.count == 1, "\(choices)")
        }
    }

    @Test("If another client removed the old version first, nothing is appended")
    func conflict() {
        for choices in FlakyAppendServer.all(4) {
            var server = FlakyAppendServer(choices)
            #expect(run(&server, hasBase: true, isReplacing: false) == .conflict, "\(choices)")
            #expect(server.copies.isEmpty && server.appends == 0, "\(choices)")
        }
    }

    @Test("With REPLACE, the server replaces the old version itself")
    func replacing() {
        #expect(DraftReplacement.recorded.after(.begin(base: true, isReplacing: true))?.effect == .replace)
    }

    @Test("If the connection is lost, the replacement stops, and goes on from what is recorded")
    func lost() {
        for (state, next) in [
            (DraftReplacement.recorded, DraftReplacement.recorded), (.claiming, .recorded), (.claimed, .claimed),
            (.removing(again: false), .claimed), (.removing(again: true), .claimed),
        ] {
            let after = state.after(.lost)
            #expect(after?.effect == .stop && after?.state == next, "\(state)")
        }
    }

    @Test("The old version is removed only after the claim is recorded")
    func order() {
        let claiming = DraftReplacement.recorded.after(.begin(base: true, isReplacing: false))
        #expect(claiming?.effect == .claim)
        let noting = claiming?.state.after(.present)
        #expect(noting?.effect == .note)
        #expect(noting?.state.after(.removed) == nil)
        #expect(noting?.state.after(.noted)?.effect == .remove)
    }
}
