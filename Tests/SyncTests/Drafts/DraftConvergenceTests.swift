import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

/// Two devices and another client that write, change and delete drafts in any order, over connections that may be cut
/// anywhere.
@Suite(
    "Concurrent changes to drafts", .onOwnThreads, .timeLimit(.minutes(30)),
    .holds("C20", "C23", "PY1", "PY2", "PY3"))
struct DraftConvergenceTests {
    /// The number of runs, from PETREL_DRAFT_RUNS.
    private static let runs = Int(ProcessInfo.processInfo.environment["PETREL_DRAFT_RUNS"] ?? "") ?? 16
    private static let firstSeed =
        UInt64(ProcessInfo.processInfo.environment["PETREL_DRAFT_SEED"] ?? "") ?? UInt64.random(in: 0...1_000_000)

    /// A random history, and the texts that must still exist at the end.
    private struct Run {
        var random: SeededGenerator
        let there: DraftServer
        let homes: [DraftHome]
        private var owed: Set<String> = []
        private var count = 0
        private(set) var story: [String] = []

        init(_ seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            let servers = DraftSyncTests.servers
            there = DraftServer(servers[Int.random(in: 0..<servers.count, using: &random)].profile)
            homes = [try DraftHome(there.server), try DraftHome(there.server)]
        }

        private mutating func text() -> String {
            count += 1
            owed.insert("t\(count)")
            return "t\(count)"
        }

        mutating func step() async throws {
            let number = Int.random(in: 0...1, using: &random)
            let home = homes[number]
            let drafts = try home.items()
            let messages = there.messages.map { DraftText.subject($0.content) }
            switch Int.random(in: 0..<12, using: &random) {
            case 0...1:
                let text = text()
                try home.write(text)
                story.append("home \(number) writes \(text)")
            case 2...4:
                guard let draft = drafts.randomElement(using: &random) else { return }
                owed.remove(draft.subject)
                let text = text()
                try home.edit(draft.id, text)
                story.append("home \(number) makes \(text) of \(draft.subject)")
            case 5:
                guard let draft = drafts.randomElement(using: &random) else { return }
                try home.discard(draft.subject)
                story.append("home \(number) discards \(draft.subject)")
            case 6:
                let text = text()
                there.put(DraftText.message(text, "Message-ID: <\(text)@other.example>\r\n"))
                story.append("another client writes \(text)")
            case 7:
                guard let former = messages.randomElement(using: &random) else { return }
                owed.remove(former)
                let text = text()
                try there.replace(former, by: text)
                story.append("another client makes \(text) of \(former)")
            case 8:
                guard let former = messages.randomElement(using: &random) else { return }
                owed.remove(former)
                try there.delete(former)
                story.append("another client deletes \(former)")
            case 9:
                story.append("both sync at once")
                let (one, other) = (homes[0], homes[1])
                async let first = one.sync()
                async let second = other.sync()
                _ = try await (first, second)
            default:
                let isBad = Int.random(in: 0...2, using: &random) == 0
                let faults = isBad ? ModelFaults(by: &random, octets: 6000, commands: 25) : .none
                let report = try await home.sync(faults: { _ in faults })
                story.append("home \(number) syncs: \(report.failure.map { $0.sentence } ?? "done")")
            }
        }

        /// Syncs until no home has changes. A deletion on the server takes effect only with the second sync that sees
        /// it.
        mutating func settle() async throws {
            var quiet = 0
            for _ in 0..<12 {
                var isQuiet = true
                for home in homes {
                    let report = try await home.sync()
                    #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
                    if report.hasChanged || report.questionedDeletions > 0 { isQuiet = false }
                    if report.questionedDeletions > 0 { try await home.sync { $0.confirmsDeletions = true } }
                }
                quiet = isQuiet ? quiet + 1 : 0
                if quiet == 2 { return }
            }
            Issue.record("it does not come to an end")
        }

        func judge(_ seed: UInt64) throws {
            let comment = Comment(
                rawValue: "seed \(seed), \(there.server.account.profile)\n" + story.joined(separator: "\n"))
            for home in homes {
                let here = try home.subjects()
                #expect(here == there.subjects, comment)
            }
            #expect(there.doubles.isEmpty, comment)
            #expect(there.inbox == ["m1", "m2"], comment)
            // If SELECT is refused, the commands pipelined after it fail for lack of a mailbox.
            #expect(there.server.violations.allSatisfy { $0.contains("without a mailbox") }, comment)
            var found = Set(there.subjects)
            for home in homes { found.formUnion(try home.subjects() + home.kept()) }
            #expect(owed.subtracting(found).isEmpty, comment)
        }
    }

    @Test("All devices end up with the same drafts, each once, and no text is lost", arguments: 0..<UInt64(runs))
    func converges(_ number: UInt64) async throws {
        let seed = Self.firstSeed + number
        var run = try Run(seed)
        for _ in 0..<24 { try await run.step() }
        try await run.settle()
        try run.judge(seed)
    }
}
