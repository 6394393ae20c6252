import Accounts
import Foundation
import MailTestSupport
import MailTypes
import Platform
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL

/// Programs for new mail that misbehave.
@Suite("Programs for new mail", .onOwnThreads, .timeLimit(.minutes(5)), .holds("Y10", "PY6"))
struct NewMailHookTests {
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        let script: String
        /// `nil` if nothing is to be reported.
        let sentence: String?
        var description: String { name }
    }

    static let rows = [
        Row(name: "succeeds", script: "cat > /dev/null", sentence: nil),
        Row(name: "does not read", script: "exec <&-", sentence: nil),
        Row(name: "fails", script: "exit 3", sentence: "ended with status 3"),
        Row(name: "crashes", script: "kill -SEGV $$", sentence: "was killed by signal 11"),
        Row(name: "hangs", script: "sleep 1000", sentence: "was stopped after 1 seconds"),
        Row(
            name: "hangs and ignores SIGTERM", script: "trap '' TERM; sleep 1000",
            sentence: "was stopped after 1 seconds"),
        Row(name: "prints without end", script: "yes", sentence: "was stopped, because it printed too much"),
        Row(name: "reads and prints without end", script: "cat; yes >&2 & yes", sentence: "was stopped"),
    ]

    @Test("One that misbehaves is reported, and the next one runs", arguments: rows)
    func misbehaving(_ row: Row) throws {
        let count = Mutex(0)
        let hook = NewMailHook(.ofProcess, within: .seconds(1)) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return ["sh", "-c", number == 1 ? row.script : "exit 9"].map { Array($0.utf8) }
        }
        let reports = Mutex<[String]>([])
        let message = try #require(NewMailHook.Message(event()))
        let report = { @Sendable (sentence: String) in reports.withLock { $0.append(sentence) } }
        hook.run(for: [message], failed: report)
        #expect(WatchDriver.wait { count.withLock(\.self) == 1 } != nil)
        hook.run(for: [message], failed: report)
        #expect(WatchDriver.wait { reports.withLock { $0.last?.contains("ended with status 9") ?? false } } != nil)
        let first = reports.withLock { $0.dropLast().first }
        #expect(row.sentence.map { first?.contains($0) ?? false } ?? (first == nil), "\(first ?? "nothing")")
    }

    @Test("Messages that arrive while the program runs are given to it together")
    func gathered() throws {
        let counts = Mutex<[Int]>([])
        let hook = NewMailHook(.ofProcess) { messages in
            counts.withLock { $0.append(messages.count) }
            return ["sleep", counts.withLock(\.count) == 1 ? "1" : "0"].map { Array($0.utf8) }
        }
        let message = try #require(NewMailHook.Message(event()))
        hook.run(for: [message]) { _ in }
        #expect(WatchDriver.wait { counts.withLock { !$0.isEmpty } } != nil)
        for _ in 0..<5 { hook.run(for: [message]) { _ in } }
        #expect(WatchDriver.wait { counts.withLock { $0.reduce(0, +) } == 6 } != nil)
        #expect(counts.withLock(\.self) == [1, 5])
    }

    private func event() -> WatchEvent {
        WatchEvent("new", of: AccountName("work"), at: Instant(seconds: 1_790_000_000), "Lunch")
    }
}
