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

extension ConvergenceModel {
    var report: String {
        var lines = [
            "PETREL_SEED=\(random.seed)",
            "UIDPLUS \(hasUIDPlus), tells \(telling), window \(window.map(String.init) ?? "none")",
        ]
        lines += trace
        for name in Self.names {
            let there = (server.mailboxes[name]?.messages ?? [:]).sorted { $0.key < $1.key }
            lines.append(
                "\(name) there: "
                    + there.map { "\($0.key)=\($0.value.content)\($0.value.flags.flags)" }.joined(separator: " "))
            let here = files[name] ?? []
            lines.append(
                "\(name) here: "
                    + here.map { "\($0.claim?.uid.rawValue ?? 0)=\($0.content)\($0.flags.flags)" }.joined(
                        separator: " "))
            lines.append(
                "\(name) baseline: \(baselines[name]?.messages.map { "\($0.uid)=\($0.content.rawValue)" } ?? [])")
        }
        return lines.joined(separator: "\n")
    }

    /// Everything that is wrong once nothing changes any longer.
    var faults: [String] {
        var faults = Self.names.flatMap { self.faults(in: $0) }
        for (content, made) in account.made.sorted(by: { $0.key < $1.key }) {
            let count = Self.names.reduce(0) { sum, name in
                sum + (server.mailboxes[name]?.messages.values.count { $0.content == content } ?? 0)
            }
            let destroyed = account.destroyed[content] ?? 0
            if account.contended.contains(content) {
                if destroyed == 0, count == 0, !account.removedHere.contains(content) {
                    faults.append("\(content) is lost")
                }
                if count > made + (account.edits[content] ?? 0) { faults.append("\(content) is there \(count) times") }
            } else if count != made - destroyed {
                faults.append("\(content) is there \(count) times and not \(made - destroyed)")
            }
        }
        return faults
    }

    private func faults(in name: MailboxName) -> [String] {
        guard let mailbox = server.mailboxes[name], let baseline = baselines[name] else {
            return ["\(name): no baseline"]
        }
        var faults: [String] = []
        var here: [UInt32: File] = [:]
        for file in files[name] ?? [] {
            guard let claim = file.claim, claim.uidValidity.rawValue == mailbox.uidValidity else {
                faults.append("\(name): \(file.content) has no UID")
                continue
            }
            if here.updateValue(file, forKey: claim.uid.rawValue) != nil {
                faults.append("\(name): \(claim.uid) twice")
            }
        }
        for (uid, message) in mailbox.messages {
            guard let file = here.removeValue(forKey: uid) else {
                if window.map({ message.age <= $0 }) ?? true { faults.append("\(name): \(uid) is not here") }
                continue
            }
            if file.content != message.content { faults.append("\(name): \(uid) is another message here") }
            if file.flags != FlagSet(message.flags.flags.filter { FlagSet.maildir.contains($0) }) {
                faults.append("\(name): \(uid) has other flags here")
            }
            for flag in message.flags.flags where !(account.flagged[message.content]?.contains(flag) ?? false) {
                faults.append("\(name): \(uid) has \(flag), which nobody set")
            }
            let agreed = baseline.message(ServerModel.uid(uid))
            if agreed?.flags != message.flags || agreed?.content.rawValue != message.content {
                faults.append("\(name): the baseline is wrong about \(uid)")
            }
        }
        for uid in here.keys { faults.append("\(name): \(uid) is not on the server") }
        if !baseline.pending.isEmpty { faults.append("\(name): \(baseline.pending) is awaited") }
        if baseline.messages.count != files[name]?.count { faults.append("\(name): the baseline has too much") }
        return faults.sorted()
    }
}
