import MailTestSupport
import Reconciliation
import Testing

@Suite("A draft on the server is replaced", .holds("C20", "PY1", "PY4"))
struct DraftReplacementTests {
    /// Runs until it ends, however many connections that takes.
    private func run(_ world: inout CutWorld, hasBase: Bool, isReplacing: Bool) -> DraftReplacement.Outcome? {
        for connection in 0..<20 {
            var state = DraftReplacement.recorded
            var event: DraftReplacement.Event? =
                connection == 0
                ? .begin(base: hasBase, isReplacing: isReplacing)
                : .resume(base: hasBase, isClaimed: world.isClaimed, isReplacing: isReplacing)
            while let next = event.flatMap({ state.after($0) }) {
                state = next.state
                if case .ended(let outcome) = state { return outcome }
                event = perform(next.effect, &world)
            }
        }
        return nil
    }

    private func perform(_ effect: DraftReplacement.Effect, _ world: inout CutWorld) -> DraftReplacement.Event? {
        switch effect {
        case .claim:
            let luck = world.luck()
            guard luck == .done || luck == .unnamed else { return nil }
            return world.isBaseThere ? .present : .missing
        case .note:
            world.isClaimed = true
            return .noted
        case .remove:
            let luck = world.luck()
            if luck != .lostBefore { world.isBaseThere = false }
            return luck == .done || luck == .unnamed ? .removed : nil
        case .append(let effect): return world.perform(effect).map { .append($0) }
        case .replace: return world.perform(.append, removing: true).map { .append($0) }
        case .stop: return nil
        }
    }

    @Test("Whichever steps are cut off, the new version stands there once and the former one is gone")
    func everyCut() {
        for choices in CutWorld.all(6) {
            for isReplacing in [false, true] {
                var world = CutWorld(choices, hasBase: true)
                guard case .stored? = run(&world, hasBase: true, isReplacing: isReplacing) else {
                    Issue.record("\(choices), REPLACE: \(isReplacing)")
                    continue
                }
                #expect(world.copies.count == 1 && !world.isBaseThere, "\(choices), REPLACE: \(isReplacing)")
            }
        }
    }

    @Test("A new draft is appended and nothing else", arguments: [false, true])
    func new(_ isReplacing: Bool) {
        for choices in CutWorld.all(5) {
            var world = CutWorld(choices)
            guard case .stored? = run(&world, hasBase: false, isReplacing: isReplacing) else {
                Issue.record("\(choices)")
                continue
            }
            #expect(world.copies.count == 1, "\(choices)")
        }
    }

    @Test("Where another client was first nothing is appended")
    func conflict() {
        for choices in CutWorld.all(4) {
            var world = CutWorld(choices)
            #expect(run(&world, hasBase: true, isReplacing: false) == .conflict, "\(choices)")
            #expect(world.copies.isEmpty && world.appends == 0, "\(choices)")
        }
    }

    @Test("The former version goes only when it is written down whose it is")
    func order() {
        let claiming = DraftReplacement.recorded.after(.begin(base: true, isReplacing: false))
        #expect(claiming?.effect == .claim)
        let noting = claiming?.state.after(.present)
        #expect(noting?.effect == .note)
        #expect(noting?.state.after(.removed) == nil)
        #expect(noting?.state.after(.noted)?.effect == .remove)
    }
}
