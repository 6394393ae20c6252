import MailTestSupport
import MailTypes
import Reconciliation
import Testing

/// A row of a table: the local and the agreed state, and the expected steps.
struct DraftPlanRow: Sendable, CustomTestStringConvertible {
    let name: String
    let situation: DraftPlan.Situation
    let steps: [DraftPlan.Step]
    var testDescription: String { name }

    init(
        _ name: String, _ drafts: [DraftPlan.Local], agreed: [UInt32] = [], _ steps: [DraftPlan.Step],
        _ change: (inout DraftPlan.Situation) -> Void = { _ in }
    ) {
        self.name = name
        var situation = DraftPlan.Situation(drafts: drafts, agreed: UIDSet(agreed.map(uid)))
        change(&situation)
        self.situation = situation
        self.steps = steps
    }
}

@Suite("Draft plans", .holds("C20", "C21", "PY1", "PY3"))
struct DraftPlanTests {
    static let rows = [
        DraftPlanRow("nothing is here", [], []),
        DraftPlanRow("new", [.init(draft(1))], [.append(draft(1))]),
        DraftPlanRow("somebody is writing it", [.init(draft(1), isReady: false)], []),
        DraftPlanRow("as on the server", [.init(draft(1), uid: uid(5), base: uid(5))], agreed: [5], []),
        DraftPlanRow("changed", [.init(draft(1), base: uid(5))], agreed: [5], [.replace(draft(1), uid(5))]),
        DraftPlanRow(
            "changed while somebody is writing it", [.init(draft(1), base: uid(5), isReady: false)], agreed: [5], []),
        DraftPlanRow("changed, and the ledger is lost", [.init(draft(1), base: uid(5))], [.append(draft(1))]),
        DraftPlanRow("gone here", [], agreed: [5], [.remove(UIDSet(uid(5)))]),
        DraftPlanRow("waits in the outbox", [], agreed: [5], []) { $0.reserved = UIDSet(uid(5)) },
        DraftPlanRow("its file is here, but not known yet", [], agreed: [5], []) { $0.present = UIDSet(uid(5)) },
        DraftPlanRow("just gone there", [.init(draft(1), uid: uid(5), base: uid(5))], []) {
            $0.justMissing = UIDSet(uid(5))
        },
        DraftPlanRow("just gone there, changed here", [.init(draft(1), base: uid(5))], []) {
            $0.justMissing = UIDSet(uid(5))
        },
        DraftPlanRow(
            "gone there for long", [.init(draft(1), uid: uid(5), base: uid(5))], [.removeLocalDraft(draft(1), uid(5))]
        ) { $0.missing = UIDSet(uid(5)) },
        DraftPlanRow(
            "gone there for long, changed here", [.init(draft(1), base: uid(5))], [.removeLocalDraft(draft(1), uid(5))]
        ) { $0.missing = UIDSet(uid(5)) },
        DraftPlanRow("gone there for long, open here", [.init(draft(1), base: uid(5), isOpen: true)], []) {
            $0.missing = UIDSet(uid(5))
        },
        DraftPlanRow("all are gone here", [], agreed: [1, 2, 3], [.ask(UIDSet([1, 2, 3].map(uid)), of: 3)]),
        DraftPlanRow(
            "all but one that has just arrived are gone here", [.init(draft(1), uid: uid(4), base: uid(4))],
            agreed: [1, 2, 3, 4], [.ask(UIDSet([1, 2, 3].map(uid)), of: 4)]
        ) { $0.arrived = UIDSet(uid(4)) },
        DraftPlanRow(
            "one is gone here that was asked about", [.init(draft(1), uid: uid(4), base: uid(4))], agreed: [3, 4],
            [.ask(UIDSet(uid(3)), of: 2)]
        ) { $0.questioned = UIDSet(uid(3)) },
        DraftPlanRow("all are gone here, as was meant", [], agreed: [1, 2, 3], [.remove(UIDSet([1, 2, 3].map(uid)))]) {
            $0.confirmed = UIDSet([1, 2, 3].map(uid))
        },
        DraftPlanRow(
            "all are gone here, of which some were meant", [], agreed: [1, 2, 3, 4, 5],
            [.remove(UIDSet([1, 2].map(uid))), .ask(UIDSet([3, 4, 5].map(uid)), of: 5)]
        ) { $0.confirmed = UIDSet([1, 2].map(uid)) },
        DraftPlanRow(
            "very many are gone here", [.init(draft(1), uid: uid(30), base: uid(30))], agreed: Array(1...30),
            [.ask(UIDSet((1...29).map(uid)), of: 30)]),
    ]

    @Test("Derives the steps from both sides", arguments: rows)
    func row(_ row: DraftPlanRow) {
        #expect(DraftPlan(row.situation).steps == row.steps)
    }

    @Test("Missing drafts that no local draft is based on are forgotten")
    func forgotten() {
        var situation = DraftPlan.Situation(drafts: [.init(draft(1), base: uid(5))], agreed: UIDSet())
        situation.missing = UIDSet([5, 6].map(uid))
        situation.justMissing = UIDSet(uid(7))
        #expect(DraftPlan(situation).forgotten == UIDSet([6, 7].map(uid)))
    }
}
