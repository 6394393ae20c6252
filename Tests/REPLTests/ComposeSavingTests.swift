import Accounts
import Composer
import Disk
import InternetMessage
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

@testable import REPL

@Suite("Saving drafts while composing", .holds("PD1", "C19"))
struct ComposeSavingTests {
    private let generator = SeededGenerator.fresh
    private let facts = ComposeSession.SavingFacts(
        date: DateTime(instant: Instant(seconds: 1_791_892_800), offsetMinutes: 0))

    private func account(on disk: MemoryFileSystem) -> MailAccount {
        MailAccount(configuration: .local, home: Home(in: Path("/home"), on: disk))
    }

    /// Recovers drafts like the next start, and returns their texts.
    private func recovered(_ disk: MemoryFileSystem) throws -> [[String]] {
        let account = account(on: disk)
        let store = try account.drafts()
        _ = try ComposeRecovery(account: account, store: store, date: facts.date).run()
        return try store.contents(at: facts.date.instant).drafts.map { item in
            Draft(Message(try store.message(of: item, isInOutbox: false))).lines
        }
    }

    @Test("After a crash, lines accepted during a save are there once")
    func meanwhile() throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/home"))
        disk.settle()
        var accepted: [(step: Int, lines: [String])] = []
        do {
            let account = account(on: disk)
            let store = try account.drafts()
            var compose = try #require(
                try ComposeSession(Draft(), as: store.reserve(), in: store, of: account, insertingAt: 0))
            func accept(_ count: Int) throws {
                for _ in 0..<count {
                    let lines = compose.draft.lines
                    let edit = DraftEdit.replaceLines(lines.count..<lines.count, ["line \(lines.count + 1)"])
                    guard case .done = compose.perform(edit, facts) else {
                        throw CommandFailure(.inputOutput, "unsaved", "line \(lines.count + 1) is not on the disk")
                    }
                    accepted.append((disk.stepCount, compose.draft.lines))
                }
            }
            try accept(2)
            for _ in 0..<3 {
                try compose.saveMeanwhile(facts) {}
                try accept(2)
                try compose.finishSaving()
                try accept(1)
            }
        }
        let all = try #require(accepted.last).lines
        for order in [CrashOrder.inOrder, .apart] {
            for state in disk.crashStates(order, limit: 12, using: generator) {
                let promised = accepted.last { $0.step <= state.step }?.lines ?? []
                let drafts = try recovered(state.disk)
                let isRight =
                    promised.isEmpty
                    ? drafts.count <= 1
                    : drafts.count == 1 && drafts[0].count >= promised.count && all.starts(with: drafts[0])
                try #require(isRight, "seed \(generator.seed), \(order), \(state): \(drafts), not \(promised)")
            }
        }
    }

    @Test("A change made elsewhere is reported once, and again for another change", .holds("C24"))
    func news() throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/home"))
        let account = account(on: disk)
        let store = try account.drafts()
        var compose = try #require(
            try ComposeSession(Draft(), as: store.reserve(), in: store, of: account, insertingAt: 0))
        _ = compose.perform(.replaceLines(0..<0, ["mine"]), facts)
        let now = facts.date.instant
        #expect(try compose.newsFromElsewhere(at: now) == nil)
        for text in ["theirs", "theirs again"] {
            _ = try store.revise(compose.reservation.id, Array("Subject: x\r\n\r\n\(text)\r\n".utf8), at: now)
            #expect(try compose.newsFromElsewhere(at: now) == .fresh)
            #expect(try compose.newsFromElsewhere(at: now) == .told)
        }
    }
}
