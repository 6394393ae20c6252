import Foundation
import MailEngine
import MailTestSupport
import ModelServer
import Testing

/// Random histories: the whole engine, with real files and a real ledger, and a server in this process.
@Suite(
    "Random sync histories", .onOneThread, .timeLimit(.minutes(60)),
    .holds("PY1", "PY2", "PY3", "PY4", "PY5", "PY7", "Y07", "Y08", "Y09", "Y13", "Y20"))
struct RandomHistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// The number of histories, from PETREL_HISTORIES, starting at the seed PETREL_SEED. They are divided among lanes
    /// that run in parallel.
    private static let count = environment["PETREL_HISTORIES"].flatMap { Int($0) } ?? 64
    private static let first = environment["PETREL_SEED"].flatMap { UInt64($0) } ?? 1
    private static let lanes = 4

    /// The result of a history.
    struct Ending {
        let faults: [String]
        let story: [String]
        let incrementalScanCount: Int
        let narrowLooksCutOff: Int
    }

    /// `isTold` includes all commands to the server.
    static func play(_ history: RandomHistory, isTold: Bool = false) async throws -> Ending {
        let servers = ModelServerKind.all
        var profile = servers[Int(history.seed % UInt64(servers.count))].profile
        // The histories create and rename mailboxes at the top level, and this server's prefix would put them below
        // INBOX.
        profile.prefix = ""
        let clock = JumpingClock()
        let scene = try HomeWithModelServer(profile, isEmpty: true, clock: clock)
        let world = HistoryPlayer(scene, clock: clock)
        var watch = UnwantedCommandCheck(scene)
        world.tell("\(profile), seed \(history.seed)")
        // Half of the histories keep the ledger open between syncs. Every third sync is then one of another process,
        // and so is one whose process stops.
        let cache = history.seed / 2 % 2 == 0 ? nil : ConnectionAndLedgerCache(limit: .zero)
        for (number, step) in history.steps.enumerated() {
            let before = scene.model.log.count
            scene.cache = number % 3 == 0 || step.stopsProcess ? nil : cache
            do { try await world.perform(step) } catch { world.note("cannot perform \(step.kind): \(error)") }
            if isTold { for command in scene.model.log.dropFirst(before) { world.tell("    \(command.told)") } }
            for fault in watch.faults(world.account) { world.note(fault) }
            if !world.faults.isEmpty { break }
        }
        if world.faults.isEmpty {
            let before = scene.model.log.count
            try await scene.sync()
            for line in watch.needless(since: before) { world.note("with nothing to do it says: \(line)") }
            try await world.judge()
        }
        // If SELECT is refused, the commands pipelined after it fail for lack of a mailbox.
        for violation in scene.model.violations where !violation.contains("without a mailbox") { world.note(violation) }
        return Ending(
            faults: world.faults, story: world.story, incrementalScanCount: world.incrementalScanCount,
            narrowLooksCutOff: world.narrowLooksCutOff)
    }

    /// A history that failed once.
    struct Row: Sendable, CustomStringConvertible {
        let seed: UInt64
        let what: String
        var description: String { "\(seed): \(what)" }
    }

    private static let rows = [
        Row(seed: 2118, what: "moved there without a ledger, to a mailbox whose mail comes in the same sync"),
        Row(seed: 2155, what: "moved there without a ledger, beside a file that has to be matched first"),
        Row(seed: 2239, what: "moved there without a ledger, and alone in its mailbox"),
        Row(seed: 2442, what: "moved there beside a copy of its own, with a damaged ledger"),
        Row(seed: 2498, what: "moved there, with an empty ledger"),
        Row(seed: 3076, what: "moved here, cut off behind the copy, to a mailbox that was renamed then"),
        Row(seed: 20393, what: "went up unheard of, and the server did not tell of the mailbox"),
    ]

    @Test("Histories that once failed pass", arguments: rows)
    func known(_ row: Row) async throws {
        let ending = try await Self.play(RandomHistory(seed: row.seed))
        #expect(ending.faults == [], "\(ending.story.joined(separator: "\n"))")
    }

    @Test("After a random history, both sides become equal", arguments: 0..<lanes)
    func histories(_ lane: Int) async throws {
        var incrementalScanCount = 0
        var cutOff = 0
        for number in stride(from: lane, to: Self.count, by: Self.lanes) {
            let history = RandomHistory(seed: Self.first + UInt64(number), syncsSome: number % 2 == 1)
            let whole = try await Self.play(history)
            incrementalScanCount += whole.incrementalScanCount
            cutOff += whole.narrowLooksCutOff
            guard !whole.faults.isEmpty else { continue }
            let shrunk = try await history.shrunk { try await !Self.play($0).faults.isEmpty }
            let ending = try await Self.play(shrunk, isTold: true)
            Issue.record("\((whole.faults + ending.story + ending.faults).joined(separator: "\n"))")
        }
        // Incremental scans must be among the tested paths.
        if Self.count >= 64 { #expect(incrementalScanCount > 0) }
        if Self.count > 1000 {
            let line =
                "sync: \(Self.count) histories from seed \(Self.first), part \(lane + 1): \(incrementalScanCount) looks the short way, "
                + "\(cutOff) of them in syncs that were cut off\n"
            FileHandle.standardError.write(Data(line.utf8))
            #expect(cutOff > 0)
        }
    }
}

extension CommandRecord {
    var told: String { "\(connection): \(line) \(answer?.rawValue ?? "") \(effects.map { "\($0)" })" }
}
