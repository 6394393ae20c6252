import Foundation
import MailClients
import MailTestSupport
import ModelServer
import Network
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL

/// A server that can be reached once the gate is open.
private final class Gate: Sendable {
    private let isOpen = Atomic(false)

    func open() { isOpen.store(true, ordering: .relaxed) }

    func connections(_ server: ModelIMAPServer) -> NetworkAccess {
        let inner = server.connections()
        return NetworkAccess { endpoint, authorities throws(StreamFailure) in
            while !self.isOpen.load(ordering: .relaxed) {
                if Task.isCancelled { throw .closed }
                try? await Task.sleep(for: .milliseconds(2))
            }
            return try await inner.connect(endpoint, authorities)
        }
    }
}

@Suite("Background sync", .onOwnThreads, .timeLimit(.minutes(5)), .holds("Y18"))
struct BackgroundSyncTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)
    private let gate = Gate()

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        for number in 1...3 { server.deliver(Self.message(number)) }
    }

    private static func message(_ number: Int) -> String {
        "From: ben@example.org\r\nSubject: Letter \(number)\r\nMessage-ID: <\(number)@x>\r\n\r\nHello.\r\n"
    }

    /// Presses Ctrl-C this many times, whenever petrel waits. At "@open" the server can be reached.
    private func sit(_ lines: String..., interrupts: Int = 1) -> CommandRun {
        let left = Mutex(interrupts)
        return home.petrel(
            [], typing: lines, reaching: gate.connections(server),
            meanwhile: { _ in gate.open() },
            stopping: {
                left.withLock { left in
                    left -= 1
                    return left >= 0
                }
            })
    }

    private static let stopped =
        "Stopped waiting. work is synced in the background. petrel reports when it is done. To stop it, type: offline"

    @Test("Ctrl-C returns to the prompt, which shows the sync until its end is reported")
    func goesOn() throws {
        let run = sit("sync", "drafts", "@open", "@…", "list", "quit")
        #expect(run.errorText.contains(Self.stopped), "\(run.errorText)")
        #expect(run.told == ["* work: 3 new messages."])
        #expect(run.prompts.prefix(3) == ["all> ", "all (syncing)> ", "all (syncing)> "], "\(run.prompts)")
        #expect(run.prompts.suffix(2).allSatisfy { !$0.contains("syncing") })
        #expect(run.text.contains("Letter 3") && run.exitCode == .done)
    }

    @Test("Typing sync again waits for the running sync, which is reported once")
    func again() throws {
        let run = sit("sync", "@open", "sync", "events", "quit")
        #expect(run.lines.count { $0.contains("3 new messages") } == 1, "\(run.text)")
        #expect(run.told.isEmpty && !run.text.contains("nothing new"))
    }

    static let others: [(line: String, answer: String)] = [
        ("sync --mailbox INBOX", "work: nothing new."), ("sync --dry-run", "Nothing to do: both sides are equal."),
    ]

    @Test("A different sync runs after the one in the background", arguments: others)
    func other(_ row: (line: String, answer: String)) throws {
        let run = sit("sync", "@open", row.line, "quit")
        #expect(run.lines.contains("* work: 3 new messages.") && run.lines.contains(row.answer), "\(run.text)")
    }

    @Test("With --json, only the requested sync is reported")
    func answers() throws {
        let run = sit("sync", "@open", "sync --json --mailbox INBOX", "quit")
        #expect(run.lines.count { $0.hasPrefix("{") } == 1, "\(run.text)")
    }

    @Test("A second Ctrl-C leaves the sync in the background")
    func twice() throws {
        let run = sit("sync", "sync", "@open", "@…", "quit", interrupts: 2)
        #expect(run.errorText.components(separatedBy: Self.stopped).count == 3, "\(run.errorText)")
        #expect(run.told == ["* work: 3 new messages."])
    }

    @Test("offline and quit stop the sync, and the next one continues", arguments: ["offline", "quit"])
    func stopped(_ line: String) throws {
        let run = sit("sync", line, "quit")
        #expect(
            run.text.contains("The sync was stopped. Messages fetched so far are kept; the next sync continues."),
            "\(run.text)")
        #expect(run.exitCode == .done)
        try expectAllComes()
    }

    /// The stopped sync may need a moment to end, and holds the account until then.
    private func expectAllComes() throws {
        gate.open()
        var runs: [CommandRun] = []
        repeat {
            runs.append(sit("sync", "quit", interrupts: 0))
        } while runs.last?.errorText.contains("Another petrel is syncing") ?? false && runs.count < 1000
        #expect(runs.last?.text.contains("work: 3 new messages.") ?? false, "\(runs.last?.errorText ?? "")")
    }

    @Test("A failure is reported with what to type next")
    func failure() throws {
        let account = home.directory.appending(path: "accounts/work.json")
        let text = try String(contentsOf: account, encoding: .utf8)
        try text.replacing("secret-kim", with: "wrong").write(to: account, atomically: true, encoding: .utf8)
        let run = sit("sync", "@open", "@…", "quit")
        let line = try #require(run.told.first)
        #expect(line.hasPrefix("! work: ") && line.hasSuffix("type: account check work"), "\(line)")
    }

    @Test("Ctrl-C stops a sync with --dry-run or --json instead of leaving it in the background")
    func waited() throws {
        let run = sit("sync --dry-run", "sync --json", "quit", interrupts: 2)
        #expect(!run.errorText.contains("Stopped waiting."))
        #expect(
            run.errorText.components(separatedBy: "Stopped. Messages fetched so far are kept").count == 3,
            "\(run.errorText)")
        try expectAllComes()
    }

    @Test("offline is shown in the prompt until online")
    func offlineInPrompt() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("offline", "drafts", "online", "quit")
        #expect(run.prompts == ["all> ", "all (offline)> ", "all (offline)> ", "all> "], "\(run.prompts)")
    }

    @Test("sync and outbox flush are refused while the user works offline")
    func refusedOffline() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("offline", "sync", "outbox flush", "online", "quit")
        let refusals = (run.text + run.errorText).components(
            separatedBy: "You work offline, so nothing was transferred.")
        #expect(refusals.count == 3, "\(run.text)\(run.errorText)")
    }
}
