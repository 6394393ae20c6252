import Disk
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

/// Random operations on a store, with a power loss at any step and a second one during recovery.
@Suite("Random operations on drafts with power loss", .holds("PD1", "PD2", "PD3"))
struct RandomDraftCrashTests {
    /// What was reported to the user: the texts of drafts and queued messages, by ID.
    private struct Model {
        var drafts: [DraftID: String] = [:]
        var outbox: [DraftID: String] = [:]
        /// The text of the draft of a queued message.
        var behind: [DraftID: String] = [:]
        /// The texts of queued messages that the session can still take back.
        var windows: [DraftID: String] = [:]

        /// The state after all sessions have ended.
        var withoutSessions: Model {
            var model = self
            for id in windows.keys { model.drafts[id] = behind[id] }
            model.windows = [:]
            return model
        }
    }

    private struct Step {
        /// The number of steps on the disk before and after the operation.
        let range: ClosedRange<Int>
        let before: Model
        let after: Model
    }

    /// Performs one random operation on the store and the model.
    private func operate(
        _ store: MemoryStore, _ session: EditingSessionsAndJournals.Session, _ model: inout Model, _ number: Int,
        _ generator: inout SeededGenerator
    ) throws {
        let text = "text \(number)"
        let draft = model.drafts.keys.sorted { $0.text < $1.text }.randomElement(using: &generator)
        let queued = model.outbox.keys.sorted { $0.text < $1.text }.randomElement(using: &generator)
        let open = model.windows.keys.sorted { $0.text < $1.text }.randomElement(using: &generator)
        let hold = UndoWindowOwner(session: session.id, window: 5)
        switch (Int.random(in: 0..<9, using: &generator), draft, queued) {
        case (6, let id?, _):
            _ = try store.drafts.queue(letter(text), from: id, at: store.now) { $0.undo = hold }
            model.windows[id] = text
            model.behind[id] = model.drafts.removeValue(forKey: id)
        case (7, _, _) where open != nil:
            let id = try #require(open)
            _ = try store.drafts.update(id, at: store.now) { $0.undo = nil }
            model.outbox[id] = model.windows.removeValue(forKey: id)
        case (8, _, _) where open != nil:
            let id = try #require(open)
            _ = try store.drafts.takeBack(id, at: store.now)
            model.drafts[id] = model.behind.removeValue(forKey: id)
            model.windows[id] = nil
        case (1, let id?, _):
            _ = try store.drafts.revise(id, letter(text), at: store.now)
            model.drafts[id] = text
        case (2, let id?, _):
            try store.drafts.discard(id, at: store.now)
            model.drafts[id] = nil
        case (3, let id?, _):
            _ = try store.drafts.queue(letter(text), from: id, at: store.now)
            model.outbox[id] = text
            model.behind[id] = model.drafts.removeValue(forKey: id)
        case (4, _, let id?), (5, _, let id?):
            _ = try store.drafts.takeBack(id, at: store.now)
            model.drafts[id] = model.behind.removeValue(forKey: id)
            model.outbox[id] = nil
        default:
            let item = try store.drafts.create(letter(text), at: store.now)
            model.drafts[try #require(item.draftID)] = text
        }
    }

    /// Returns the drafts and queued messages in the store.
    private func observe(_ store: MemoryStore) throws -> Model {
        var model = Model()
        let contents = try store.drafts.contents(at: store.now)
        for item in contents.drafts {
            model.drafts[try #require(item.draftID)] = try store.subject(
                store.drafts.message(of: item, isInOutbox: false))
        }
        for item in contents.outbox {
            model.outbox[try #require(item.draftID)] = try store.subject(
                store.drafts.message(of: item, isInOutbox: true))
        }
        return model
    }

    private func isLegal(_ found: Model, at step: Int, _ steps: [Step]) -> Bool {
        func same(_ one: Model, _ other: Model) -> Bool { one.drafts == other.drafts && one.outbox == other.outbox }
        let done = steps.last { $0.range.upperBound <= step }
        if let done, same(found, done.after) { return true }
        guard let current = steps.first(where: { $0.range.upperBound > step }) else { return false }
        if same(found, current.before) || same(found, current.after) { return true }
        // The ID of a new draft is known only after it is created.
        let new = found.drafts.filter { current.before.drafts[$0.key] == nil }
        return new.count == 1
            && Array(new.values) == Array(current.after.drafts.filter { current.before.drafts[$0.key] == nil }.values)
    }

    @Test("What was reported as saved is there, also after a second power loss in recovery")
    func histories() throws {
        var generator = SeededGenerator.fresh
        var count = 0
        for _ in 0..<max(1, crashLimit / 3) {
            let disk = MemoryFileSystem()
            let store = try MemoryStore(disk)
            let session = try EditingSessionsAndJournals(in: store.drafts.state).begin()
            disk.settle()
            var model = Model()
            var steps: [Step] = []
            for number in 0..<7 {
                let before = model
                let start = disk.stepCount
                try operate(store, session, &model, number, &generator)
                // After a reboot, no session is alive.
                steps.append(
                    Step(range: start...disk.stepCount, before: before.withoutSessions, after: model.withoutSessions))
            }
            for order in CrashOrder.allCases {
                for state in disk.crashStates(order, limit: 2, using: generator) {
                    let rebooted = try MemoryStore(state.disk)
                    state.disk.settle()
                    let found = try observe(rebooted)
                    count += 1
                    #expect(
                        isLegal(found, at: state.step, steps),
                        "seed \(generator.seed), \(order): \(state): \(found) of \(steps.map(\.after))")
                    guard Int.random(in: 0..<8, using: &generator) == 0 else { continue }
                    for second in state.disk.crashStates(order, limit: 1, using: generator) {
                        let again = try observe(MemoryStore(second.disk))
                        count += 1
                        #expect(
                            again.drafts == found.drafts && again.outbox == found.outbox,
                            "seed \(generator.seed), \(order): \(state), then \(second): \(again), was \(found)")
                    }
                }
            }
        }
        report(count, "random work, and loss of power during recovery")
    }
}
