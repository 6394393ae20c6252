import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Reconciliation
import Testing

@Suite(
    "Mailboxes that are queried and fetched together", .onOneThread, .holds("PY2", "PY3", "M02"),
    .timeLimit(.minutes(5)))
struct PipelinedMailboxTests {
    private static let subjects = ["a", "b", "c"]

    private func scene(_ profile: ModelProfile, mailboxes count: Int) async throws -> (HomeWithModelServer, [String]) {
        let scene = try HomeWithModelServer(profile)
        let names = (0..<count).map { "Folder\($0)" }
        for name in names {
            try await scene.create(name)
            try await scene.deliver(Self.subjects.map { "\(name)-\($0)" }, to: name)
        }
        return (scene, names)
    }

    private func expect(_ scene: HomeWithModelServer, toHave names: [String], _ row: String) {
        for name in names {
            let found = scene.here(name).map(\.subject).sorted()
            #expect(found == Self.subjects.map { "\(name)-\($0)" }, "\(row): \(name)")
        }
        #expect(scene.here == scene.there, "\(row)")
    }

    @Test("Eighteen mailboxes more take at most twelve turns more, at first and after changes in all of them")
    func turns() async throws {
        var turns: [[Int]] = []
        for count in [2, 20] {
            let (scene, names) = try await scene(.dovecot, mailboxes: count)
            let first = try await scene.sync()
            #expect(first.failure == nil)
            expect(scene, toHave: names, "\(count) mailboxes")
            for name in names { try await scene.deliver(["\(name)-later"], to: name) }
            let second = try await scene.sync()
            #expect(second.failure == nil && scene.here("Folder1").count == 4)
            turns.append([first.roundTrips, second.roundTrips])
        }
        // Eight commands are in flight at a time. A turn to query and a turn to fetch each would be 36.
        #expect(zip(turns[0], turns[1]).allSatisfy { $1 <= $0 + 12 }, "\(turns)")
    }

    @Test("A command that is refused concerns its mailbox only, and the next sync makes up for it")
    func refused() async throws {
        for server in ModelServerKind.all {
            // How many commands such a sync has.
            let (whole, _) = try await scene(server.profile, mailboxes: 4)
            try await whole.sync()
            let count = whole.model.log.count
            for number in stride(from: 0, to: count, by: server.name == "dovecot" ? 1 : 4) {
                let row = "\(server.name), command \(number)"
                let (scene, names) = try await scene(server.profile, mailboxes: 4)
                var faults = ModelFaults()
                faults.refusals[number] = "NO [NOPERM] not this one"
                let report = try await scene.sync { [faults] in $0 == 0 ? faults : .none }
                if report.failure == nil {
                    let synced = names.filter { scene.here($0).count == Self.subjects.count }
                    #expect(synced.count >= names.count - 1, "\(row): \(synced)")
                }
                #expect(try await scene.settle() == [], "\(row)")
                expect(scene, toHave: names, row)
            }
        }
    }

    @Test("A mailbox that is replaced before its messages are fetched gets none of the others' messages")
    func replaced() async throws {
        for victim in ["Folder0", "Folder2"] {
            let (scene, names) = try await scene(.dovecot, mailboxes: 4)
            let model = scene.model
            let report = try await scene.sync(by: model.connections(), clock: scene.clock) { progress in
                guard progress.phase == .syncingBodies, model.mailbox(victim)?.messages.count == 3 else { return }
                model.delete(victim)
                model.create(victim)
                model.deliver(TestMessage.message("\(victim)-new"), to: victim)
            }
            #expect(report.failure == nil, "\(victim): \(report.failure?.sentence ?? "")")
            let foreign = scene.here(victim).map(\.subject).filter { !$0.hasPrefix(victim) }
            #expect(foreign.isEmpty, "\(victim): \(foreign)")
            #expect(try await scene.settle() == [], "\(victim)")
            #expect(scene.here(victim).map(\.subject) == ["\(victim)-new"])
            expect(scene, toHave: names.filter { $0 != victim }, victim)
        }
    }

    @Test("A connection that is cut while several mailboxes arrive loses nothing that came before")
    func cut() async throws {
        var random = SeededGenerator.fresh
        let seed = random.seed
        for _ in 0..<60 {
            let (scene, names) = try await scene(.dovecot, mailboxes: 6)
            var faults = ModelFaults()
            faults.cut = .said(Int.random(in: 500..<16_000, using: &random))
            faults.end = ModelFaults.End.allCases.randomElement(using: &random) ?? .reset
            faults.piece = [Int.max, 1, 50].randomElement(using: &random) ?? .max
            let cut = try await scene.sync { [faults] in $0 == 0 ? faults : .none }
            let kept = (names + HomeWithModelServer.mailboxes).reduce(0) { $0 + scene.here($1).count }
            #expect(cut.mailboxes.reduce(0) { $0 + $1.new } <= kept, "seed \(seed)")
            #expect(try await scene.settle() == [], "seed \(seed)")
            expect(scene, toHave: names, "seed \(seed), cut at \(faults.cut.map { "\($0)" } ?? "")")
        }
    }
}
