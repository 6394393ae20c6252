import Foundation
import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Convergence", .holds("PY1", "PY2", "PY3", "PY4", "PY5", "PY7", "Y07", "Y08", "Y09", "Y13", "Y20"))
struct ConvergenceTests {
    /// Runs PETREL_SYNC_SEEDS histories, starting at the seed PETREL_SEED. The default seeds are the same in each run.
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PETREL_SYNC_SEEDS"].flatMap { Int($0) } ?? 3000
    private static let first = environment["PETREL_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("Both sides become equal after any history of changes and faults")
    func histories() throws {
        for seed in Self.first..<Self.first + UInt64(Self.count) {
            var world = ConvergenceModel(seed: seed)
            for _ in 0..<3 {
                disturb(&world)
                let isQuiet = settle(&world)
                try #require(isQuiet, "never quiet\n\(world.report)")
                let faults = world.faults
                try #require(faults.isEmpty, "\(faults)\n\(world.report)")
                world.account.agree()
            }
        }
    }

    /// Edits both sides, and runs syncs that are interrupted, refused, or see only part of the state.
    private func disturb(_ world: inout ConvergenceModel) {
        world.isNoisy = true
        world.strength = nil
        for _ in 0..<Int.random(in: 1...4, using: &world.random) {
            for _ in 0..<Int.random(in: 0...5, using: &world.random) { world.edit() }
            world.stepsLeft = world.chance(30) ? nil : Int.random(in: 0...25, using: &world.random)
            let plan = SyncPlan(world.sides(), failures: world.failures)
            world.trace += plan.lines.map { "plan: \($0)" }
            do throws(ConvergenceModel.Stop) {
                try world.perform(plan)
            } catch {
                world.trace.append("stop")
            }
        }
    }

    /// Syncs undisturbed until two syncs in a row change nothing. Confirms deletions when asked.
    ///
    /// With complete listings, five syncs are enough. The first verifies a listing or asks the user. The second fetches
    /// messages that may equal local files. The third matches them, the fourth finds the copies whose UIDs the server
    /// did not report, and the fifth removes what is left over. Two more are needed if messages of equal content go to
    /// different places and the server does not report their new UIDs. A random partial listing may show none of the
    /// remaining work, which takes another sync.
    private func settle(_ world: inout ConvergenceModel) -> Bool {
        let isWhole = world.chance(50)
        world.isNoisy = false
        world.stepsLeft = nil
        world.failures = RejectedChangeCounts()
        world.verified = []
        world.confirmed = [:]
        world.trace.append("quiet")
        var quiet = 0
        for _ in 0..<(isWhole ? 9 : 16) {
            // The last listing is complete: with a window, nothing else shows which messages are gone.
            world.strength = isWhole || quiet > 0 ? .complete : nil
            let plan = SyncPlan(world.sides(), failures: world.failures)
            world.trace += plan.lines.map { "quiet plan: \($0)" }
            world.verified = []
            for notice in plan.notices {
                switch notice {
                case .verify(let name, _): world.verified.insert(name)
                case .renumberedEachTime(let name): world.verified.insert(name)
                case .deletionQuestion(let name, let uids, _): world.confirmed[name] = uids
                case .reverted, .held, .noTrash, .unsettled, .unreadable: break
                }
            }
            do throws(ConvergenceModel.Stop) { try world.perform(plan) } catch { return false }
            quiet = plan.operations.isEmpty && plan.notices.isEmpty ? quiet + 1 : 0
            // Twice, because listings of different strength must find nothing.
            if quiet == 2 { return true }
        }
        return false
    }
}
