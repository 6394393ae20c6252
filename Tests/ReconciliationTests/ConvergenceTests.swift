import Foundation
import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Convergence", .holds("PY1", "PY2", "PY3", "PY4", "PY5", "PY7", "Y07", "Y08", "Y09", "Y13", "Y20"))
struct ConvergenceTests {
    /// PETREL_SYNC_SEEDS histories from the seed PETREL_SEED on: the same ones at each run, unless somebody asks for others.
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PETREL_SYNC_SEEDS"].flatMap { Int($0) } ?? 3000
    private static let first = environment["PETREL_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("Whatever two sides do and whatever goes wrong, they are equal once it is quiet")
    func histories() throws {
        for seed in Self.first..<Self.first + UInt64(Self.count) {
            var world = ModelWorld(seed: seed)
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

    /// Edits on both sides, and syncs that are cut off, refused and fed half the truth.
    private func disturb(_ world: inout ModelWorld) {
        world.isNoisy = true
        world.strength = nil
        for _ in 0..<Int.random(in: 1...4, using: &world.random) {
            for _ in 0..<Int.random(in: 0...5, using: &world.random) { world.edit() }
            world.stepsLeft = world.chance(30) ? nil : Int.random(in: 0...25, using: &world.random)
            let plan = SyncPlan(world.sides(), failures: world.failures)
            world.trace += plan.lines.map { "plan: \($0)" }
            do throws(ModelWorld.Stop) {
                try world.perform(plan)
            } catch {
                world.trace.append("stop")
            }
        }
    }

    /// Syncs without any trouble until nothing is left to do, and once more. Whoever is asked says yes.
    ///
    /// Where each look at the server is a whole one, five syncs do all: the first asks again or asks the user, the next
    /// fetches what may be one of the files that are here, then those find their places, then the server's copies of
    /// them are found where it does not name them, and at last what that has shown to be left over goes. Two more where
    /// messages of one content go different ways, and the server does not say what it made of the first. Looks by
    /// chance may show nothing of what is to be done, and each of those is a sync more.
    private func settle(_ world: inout ModelWorld) -> Bool {
        let isWhole = world.chance(50)
        world.isNoisy = false
        world.stepsLeft = nil
        world.failures = PushFailures()
        world.verified = []
        world.confirmed = [:]
        world.trace.append("quiet")
        var quiet = 0
        for _ in 0..<(isWhole ? 9 : 16) {
            // The last look is a whole one: where there is a window, nothing else shows what is gone.
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
            do throws(ModelWorld.Stop) { try world.perform(plan) } catch { return false }
            quiet = plan.operations.isEmpty && plan.notices.isEmpty ? quiet + 1 : 0
            // Twice, as two looks of different strength are to find nothing.
            if quiet == 2 { return true }
        }
        return false
    }
}

extension ModelWorld {
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
            lines.append("\(name) anchor: \(anchors[name]?.messages.map { "\($0.uid)=\($0.content.rawValue)" } ?? [])")
        }
        return lines.joined(separator: "\n")
    }

    /// What is not as it should be when all is quiet.
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
        guard let mailbox = server.mailboxes[name], let anchor = anchors[name] else { return ["\(name): no anchor"] }
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
            let agreed = anchor.message(ModelServer.uid(uid))
            if agreed?.flags != message.flags || agreed?.content.rawValue != message.content {
                faults.append("\(name): the anchor is wrong about \(uid)")
            }
        }
        for uid in here.keys { faults.append("\(name): \(uid) is not on the server") }
        if !anchor.pending.isEmpty { faults.append("\(name): \(anchor.pending) is awaited") }
        if anchor.messages.count != files[name]?.count { faults.append("\(name): the anchor has too much") }
        return faults.sorted()
    }
}
