import Disk
import Foundation
import LineEditing
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import Platform
import Synchronization
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

/// docs/tour.md, made of Tests/Fixtures/tour.md by running petrel.
///
/// In the fixture, `<!-- home: NAME -->` begins with a new home. A line of a block that begins with "$ petrel" is run;
/// lines after a bare "$ petrel" are typed at its prompt. A line in parentheses is something that happens meanwhile.
struct Tour {
    private var home: SampleHome
    private var submissions: RecordingSMTPServer?
    private let server = ModelIMAPServer(.dovecot)
    private let clock = TourClock()
    private(set) var text = ""

    static let source = ProjectFiles.root.appending(path: "Tests/Fixtures/tour.md")
    static let document = ProjectFiles.root.appending(path: "docs/tour.md")

    init() throws { home = try SampleHome(isEmpty: true) }

    mutating func run(_ source: String) throws {
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            if let name = line.wholeMatch(of: /<!-- home: (\w+) -->/)?.1 {
                try begin(String(name))
            } else if line == "```" {
                let block = lines.prefix { $0 != "```" }
                lines = lines.dropFirst(block.count + 1)
                text += "```text\n" + (try shown(Array(block.map { String($0) }))) + "```\n"
            } else {
                text += line + "\n"
            }
        }
    }

    private mutating func begin(_ name: String) throws {
        home = try SampleHome(isEmpty: name != "sample")
        submissions = nil
        clock.reset()
        try home.write(Data(#"{"suggest": false}"#.utf8), to: "config.json")
        try home.write(Data(repeating: 0x25, count: 84_000), to: "plan.pdf")
        let file = FileManager.default.createFile(
            atPath: home.directory.appending(path: "film.mkv").path, contents: nil)
        #expect(file)
        #expect(truncate(home.directory.appending(path: "film.mkv").path, 30_000_000) == 0)
        switch name {
        case "served":
            submissions = RecordingSMTPServer()
            try home.addAccountOfModelServer()
        case "refusing":
            submissions = RecordingSMTPServer { $0.answers[.end] = "550 5.7.1 Mailbox full\r\n" }
            try home.addAccountOfModelServer()
        case "synced":
            try home.addAccountOfModelServer()
        case "train":
            try home.addOfflineAccounts()
        case "offline":
            try home.addAccountOfModelServer()
        default:
            try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        }
    }

    private var connections: NetworkAccess {
        if let submissions { return submissions.connections }
        return server.connections()
    }

    // MARK: - Running

    private func shown(_ block: [String]) throws -> String {
        var text = ""
        var lines = block[...]
        while let line = lines.popFirst() {
            guard line.hasPrefix("$ ") else { throw TourError(line: line) }
            text += line + "\n"
            let words = CommandLineTokenizer(Array(line.dropFirst(2).utf8)).words.map(\.octets)
            guard words.first?.elementsEqual("petrel".utf8) ?? false else { throw TourError(line: line) }
            let typed = lines.prefix { !$0.hasPrefix("$ ") }
            lines = lines.dropFirst(typed.count)
            text += try run(Array(words.dropFirst()), typing: Array(typed))
        }
        return normalized(text)
    }

    /// Runs petrel with these lines, on a screen that is a file, so that all of its output is in order.
    private func run(_ words: [[UInt8]], typing lines: [String]) throws -> String {
        let file = home.directory.appending(path: "screen")
        try Data().write(to: file)
        let screen = try FileHandle(forWritingTo: file)
        let keyboard = ScriptedLines(lines)
        let input = LineInput { request in
            while let line = keyboard.next(after: request.prompt) {
                if line.hasPrefix("("), line.hasSuffix(")") {
                    try? screen.write(contentsOf: Data((line + "\n").utf8))
                    for told in happens(line, request) { try? screen.write(contentsOf: Data((told + "\n").utf8)) }
                    continue
                }
                try? screen.write(contentsOf: Data((Self.plain(request.prompt) + line + "\n").utf8))
                return .line(line == "^D" ? "" : line)
            }
            return .hangup
        }
        let output = Output(descriptor: screen.fileDescriptor)
        var console = Console(
            output: output, errors: output,
            environment: Environment(
                ["TERM": "dumb", "HOME": home.directory.path], workingDirectory: home.directory.path),
            clock: clock, zone: .utc, columns: 80, system: POSIXFileSystem.shared, connections: connections,
            isTerminal: !lines.isEmpty, input: input)
        let code = Program.run(
            [Array("--home".utf8), Array(home.directory.path.utf8)] + words, .program, on: &console)
        let shown = try String(contentsOf: file, encoding: .utf8)
        return shown + (code == .done || code == .hungUp ? "" : "(exit code \(code.rawValue))\n")
    }

    private static func plain(_ prompt: String) -> String {
        prompt.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[m", with: "")
    }

    /// Does what a line in parentheses says. Returns what petrel reports.
    private func happens(_ line: String, _ request: LineRequest) -> [String] {
        if let seconds = line.firstMatch(of: /(\d+) seconds pass/)?.1 {
            clock.turn(by: .seconds(Int(seconds) ?? 0))
        } else if line.contains("changes the draft elsewhere") {
            changeDraft()
        }
        guard line.contains("petrel says") else { return [] }
        for _ in 0..<3000 {
            let lines = request.idle?(true).lines ?? []
            if !lines.isEmpty { return lines }
            usleep(10_000)
        }
        return []
    }

    /// Like another Maildir program: stores the draft with other text in a new file, and removes the old one.
    private func changeDraft() {
        let drafts = home.directory.appending(path: "mail/local/Drafts/cur")
        for name in (try? FileManager.default.contentsOfDirectory(atPath: drafts.path)) ?? [] {
            let old = drafts.appending(path: name)
            guard let text = try? String(contentsOf: old, encoding: .utf8) else { continue }
            let changed = text.replacing("Half a sent", with: "A sentence from the office.")
            try? Data(changed.utf8).write(to: drafts.appending(path: "1791892801.M1P1.office:2,DS"))
            try? FileManager.default.removeItem(at: old)
        }
    }

    /// Without what differs from run to run: directories and random ids.
    private func normalized(_ text: String) -> String {
        text.replacing(home.directory.path, with: "HOME")
            .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "UUID")
            .replacing(/=_[A-Za-z0-9._-]{8,}/, with: "=_BOUNDARY")
            // It is shown only if the attempt has not ended yet, which depends on the machine.
            .replacing("Sending…\n", with: "")
    }
}

private struct TourError: Error {
    let line: String
}

/// A clock that begins at noon of 13 October 2026 and goes on only when it is turned.
private final class TourClock: Clock {
    private let passed = Mutex(Duration.zero)

    func reset() { passed.withLock { $0 = .zero } }
    func turn(by duration: Duration) { passed.withLock { $0 += duration } }
    func now() -> Instant { Instant(seconds: 1_791_892_800 + elapsed().components.seconds) }
    func elapsed() -> Duration { passed.withLock { $0 } }
    func sleep(for duration: Duration) { turn(by: duration) }
}

/// docs/tour.md is what petrel prints, for each requirement of writing mail.
@Suite("The tour", .onOwnThreads, .timeLimit(.minutes(10)), .holds("C17", "U03", "N03"))
struct TourTests {
    @Test("docs/tour.md is what petrel shows now, apart from ids")
    func current() throws {
        var tour = try Tour()
        try tour.run(try String(contentsOf: Tour.source, encoding: .utf8))
        if ProcessInfo.processInfo.environment["PETREL_WRITE_TRANSCRIPTS"] != nil {
            try Data(tour.text.utf8).write(to: Tour.document)
        }
        let document = try String(contentsOf: Tour.document, encoding: .utf8)
        for (shown, wanted) in zip(
            tour.text.split(separator: "\n", omittingEmptySubsequences: false),
            document.split(separator: "\n", omittingEmptySubsequences: false))
        where Self.withoutIDs(shown) != Self.withoutIDs(wanted) {
            Issue.record("now \"\(shown)\", in docs/tour.md \"\(wanted)\"")
            return
        }
        #expect(Self.withoutIDs(tour.text[...]) == Self.withoutIDs(document[...]))
    }

    /// The ids of new drafts are random.
    private static func withoutIDs(_ text: Substring) -> String {
        String(text.replacing(/\b[0-9a-f]{16}\b/, with: "0000000000000000"))
    }

    @Test("The tour has a scene for each requirement of writing mail")
    func complete() throws {
        let document = try String(contentsOf: Tour.document, encoding: .utf8)
        let headings = document.split(separator: "\n").filter { $0.hasPrefix("## ") || $0.hasPrefix("### ") }
        let named = Set(headings.flatMap { $0.matches(of: /\b[A-Z]\d\d\b/).map { String($0.0) } })
        let requirements = try String(
            contentsOf: ProjectFiles.root.appending(path: "docs/requirements.md"), encoding: .utf8)
        let rows = requirements.matches(of: /(?m)^\| ([CUSANE]\d\d) \|/).map { String($0.1) }
        #expect(rows.count >= 50)
        let missing = rows.filter { !named.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }
}
