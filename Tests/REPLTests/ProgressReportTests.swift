import LineEditing
import MailTestSupport
import MailTypes
import Platform
import Synchronization
import Terminal
import Testing

@testable import REPL

/// A clock that advances only when a test turns it.
private final class ManualClock: Clock {
    private let time = Mutex(Duration.seconds(1000))

    func now() -> Instant { Instant(seconds: 1_760_000_000) }
    func elapsed() -> Duration { time.withLock { $0 } }
    func sleep(for duration: Duration) { turn(duration) }
    func turn(_ duration: Duration) { time.withLock { $0 += duration } }
}

@Suite("Progress reports", .holds("N03"))
struct ProgressReportTests {
    private let clock = ManualClock()

    private func text(_ output: Output) -> String { String(decoding: output.contents, as: UTF8.self) }

    @Test(
        "Reports nothing for work that takes half a second",
        arguments: [ProgressReport.Style.lines, .rewritten(columns: 80)])
    func short(_ style: ProgressReport.Style) {
        var errors = Output()
        var report = ProgressReport(style, clock)
        for done in 0..<5 {
            report.update("work", done, 5, on: &errors)
            clock.turn(.milliseconds(99))
        }
        report.finish(on: &errors)
        #expect(text(errors).isEmpty)
    }

    @Test("Rewrites one fitting line at most four times a second, then erases it", arguments: [80, 50, 2])
    func rewritten(_ columns: Int) {
        var errors = Output()
        var report = ProgressReport(.rewritten(columns: columns), clock)
        for done in 0..<1000 {
            report.update("work", done, 1000, on: &errors)
            clock.turn(.milliseconds(10))
        }
        let lines = text(errors).split(separator: "\r\u{1B}[K").map { String($0) }
        #expect((36...38).contains(lines.count), "\(lines.count)")
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns - 1 && !$0.contains("\n") && $0.last != " " })
        if columns == 80 {
            #expect(lines[0] == "Indexing the mail of work: 50 of 1000 messages, about 9 seconds left")
            #expect(lines.last?.contains("about 1 second left") == true)
        }
        report.finish(on: &errors)
        report.finish(on: &errors)
        #expect(text(errors).hasSuffix("\r\u{1B}[K") && !text(errors).hasSuffix("\r\u{1B}[K\r\u{1B}[K"))
    }

    @Test(
        "For long work, mentions once that it continues in the background",
        arguments: [ProgressReport.Style.rewritten(columns: 80), .lines])
    func advice(_ style: ProgressReport.Style) {
        for (seconds, isSaid) in [(2, false), (4, true), (400, true)] {
            var errors = Output()
            var report = ProgressReport(style, clock)
            report.advice = ProgressReport.goesOn
            for done in 0..<seconds * 10 {
                report.update("work", done, 5000, on: &errors)
                clock.turn(.milliseconds(100))
            }
            #expect((report.advice == nil) == isSaid, "\(seconds)")
            let lines = text(errors).split { $0.isNewline || $0 == "\r" }
            #expect(lines.count { $0.hasSuffix(ProgressReport.goesOn) } == (isSaid ? 1 : 0), "\(text(errors))")
        }
    }

    @Test("Without rewriting, reports at the start, every 30 seconds and at the end")
    func lines() {
        var errors = Output()
        var report = ProgressReport(.lines, clock)
        for done in 0..<700 {
            report.update("work", done * 100, 70_000, on: &errors)
            clock.turn(.milliseconds(100))
        }
        report.finish(on: &errors)
        #expect(
            text(errors) == """
                Indexing the mail of work: 500 of 70000 messages, about 69 seconds left.
                30500 of 70000 messages, about 39 seconds left.
                60500 of 70000 messages, about 9 seconds left.
                Indexing took 70 seconds, for 70000 messages.

                """)
    }

    @Test("Reports each account separately, and sanitizes its name")
    func accounts() {
        var errors = Output()
        var report = ProgressReport(.lines, clock)
        clock.turn(.seconds(1))
        for account in ["work", "play\u{1B}[2J"] {
            report.update(account, 0, 200_000, on: &errors)
            clock.turn(.seconds(60))
            report.update(account, 100_000, 200_000, on: &errors)
            clock.turn(.seconds(90))
        }
        report.finish(on: &errors)
        #expect(!text(errors).contains("\u{1B}"))
        #expect(text(errors).split(separator: "\n").count == 6)
        #expect(
            text(errors).contains("100000 of 200000 messages, about 60 seconds left.\nIndexing took 3 minutes, for"))
    }

    @Test("Reports the rate of what is fetched")
    func rate() {
        var errors = Output()
        var report = ProgressReport(.rewritten(columns: 100), clock, work: .fetching)
        report.update("work", 0, 1000, octets: 0, on: &errors)
        clock.turn(.seconds(10))
        report.update("work", 100, 1000, octets: 20_000_000, on: &errors)
        #expect(
            text(errors).contains(
                "Fetching mail of work: 100 of 1000 messages, 20 MB at 2 MB/s, about 90 seconds left"),
            "\(text(errors))")
    }

    @Test("Reports nothing without a terminal")
    func silent() throws {
        #expect(Console.inMemory(typing: [], ["TERM": "xterm"]).progressStyle == nil)
    }
}
