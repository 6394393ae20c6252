import Disk
import MailTestSupport
import MailTypes
import Testing

@testable import MaildirStore

@Suite("Power loss while drafts change", .holds("PD1", "PD2", "PD3", "K01"))
struct DraftStoreCrashTests {
    /// Returns what is wrong with the store after a reboot.
    private func faults(
        _ state: CrashState, _ scenario: DraftStoreCrashScenario, isDone: Bool, recoveries: inout Int
    ) throws -> [String] {
        let store = try MemoryStore(state.disk)
        let contents = try store.drafts.contents(at: store.now)
        recoveries += 1
        var found: [String] = []
        let drafts = try contents.drafts.map { try store.subject(store.drafts.message(of: $0, isInOutbox: false)) }
            .sorted()
        let outbox = try contents.outbox.map { try store.subject(store.drafts.message(of: $0, isInOutbox: true)) }
            .sorted()
        if isDone {
            if drafts != scenario.finalDrafts || outbox != scenario.finalOutbox {
                found.append("was done, and there are drafts \(drafts), outbox \(outbox)")
            }
        } else if !scenario.drafts.contains(drafts) || !scenario.outbox.contains(outbox) {
            found.append("drafts \(drafts), outbox \(outbox)")
        }
        if contents.outbox.contains(where: { $0.sidecar?.hold != nil }) { found.append("taken for a copy") }
        // A message must be in one place. In both, it could be sent and edited.
        if !drafts.isEmpty, !outbox.isEmpty { found.append("both in drafts \(drafts) and in the outbox \(outbox)") }
        let versions = try store.drafts.versions().map { try store.subject(store.drafts.message(of: $0)) }
        let lost = scenario.kept.subtracting(drafts + outbox + versions)
        if !lost.isEmpty { found.append("lost \(lost.sorted())") }
        for text in drafts + outbox + versions where text.utf8.starts(with: "not whole".utf8) { found.append(text) }
        let numbers =
            contents.drafts.compactMap(\.sidecar?.draftNumber) + contents.outbox.compactMap(\.sidecar?.outboxNumber)
        if numbers.count != drafts.count + outbox.count { found.append("without a number") }
        let problems = try StoreCheck.run(store.drafts, at: store.now, repairs: false)
        found += problems.filter { $0.code != .leftover }.map { "after recovery: \($0.code) \($0.path)" }
        return found
    }

    @Test(
        "After a power loss, the store has the old or the new version, whole, in one place",
        arguments: DraftStoreCrashScenario.all)
    func everyState(_ scenario: DraftStoreCrashScenario) throws {
        let generator = SeededGenerator.fresh
        var count = 0
        for order in CrashOrder.allCases {
            let disk = MemoryFileSystem()
            try scenario.prepare(MemoryStore(disk))
            disk.settle()
            try scenario.run(MemoryStore(disk))
            let last = disk.stepCount
            for state in disk.crashStates(order, limit: crashLimit, using: generator) {
                let found = try faults(state, scenario, isDone: state.step == last, recoveries: &count)
                #expect(found.isEmpty, "seed \(generator.seed), \(order): \(state): \(found)")
            }
        }
        report(count, scenario.name)
    }
}
