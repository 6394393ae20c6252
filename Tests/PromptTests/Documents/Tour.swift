import Disk
import Foundation
import LineEditing
import MailClients
import MailTestSupport
import Platform
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

/// docs/tour.md, made of Tests/Fixtures/tour.md by running petrel.
///
/// In the fixture, `<!-- home: NAME -->` begins with a new home. A line of a block that begins with "$ petrel" is run;
/// lines after it are typed, "<Tab>" as that key. A line in parentheses is something that happens meanwhile.
struct Tour {
    private var home: SampleHome
    /// The copy of the home that "$ cp -a HOME COPY" makes.
    private var copy: SampleHome?
    private var servers: TourServers?
    /// Whether mail arrives at the prompt by itself.
    private var watchesMail = false
    private let clock = TourClock()
    private let fullDisk = Stop(before: nil)
    private(set) var text = ""

    static let source = ProjectFiles.root.appending(path: "Tests/Fixtures/tour.md")
    static let document = ProjectFiles.root.appending(path: "docs/tour.md")

    init() throws { home = try SampleHome(isEmpty: true) }

    mutating func run(_ source: String) throws {
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            if let name = line.wholeMatch(of: /<!-- home: (\w+) -->/)?.1 {
                try begin(String(name))
                if lines.first?.isEmpty ?? false { lines.removeFirst() }
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
        copy = nil
        servers = nil
        clock.reset()
        try home.write(Data(#"{"suggest": false}"#.utf8), to: "config.json")
        try home.addFilesOfTour()
        watchesMail = name == "watched"
        switch name {
        case "connected", "watched":
            servers = TourServers()
            let account = """
                {"name": "Kim Park", "address": "kim@example.net", "imap": "imaps://mail.example.net",
                 "smtp": "smtps://mail.example.net", "user": "kim", "passwordCommand": "echo secret-kim",
                 "identities": [{"name": "Kim at the club", "address": "kim@club.example"}],
                 "sent": "append"}
                """
            try home.write(Data(account.utf8), to: "accounts/work.json")
        case "train":
            try home.addOfflineAccounts()
        default:
            try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        }
    }

    // MARK: - Running

    private mutating func shown(_ block: [String]) throws -> String {
        var text = ""
        var lines = block[...]
        while let line = lines.popFirst() {
            guard line.hasPrefix("$ ") else { throw TourError(line: line) }
            text += line + "\n"
            let typed = lines.prefix { !$0.hasPrefix("$ ") }
            lines = lines.dropFirst(typed.count)
            if line == "$ cp -a HOME COPY" {
                copy = try SampleHome(copying: home)
            } else {
                text += try run(String(line.dropFirst(2)), typing: Array(typed))
            }
        }
        return normalized(text)
    }

    /// Runs petrel with these lines, on a screen that is a file, so that all of its output is in order.
    private func run(_ command: String, typing lines: [String] = []) throws -> String {
        var words = CommandLineTokenizer(Array(located(command).utf8)).words.map(\.octets)
        guard words.first?.elementsEqual("petrel".utf8) ?? false else { throw TourError(line: command) }
        words.removeFirst()
        if !words.contains(Array("--home".utf8)) {
            words = [Array("--home".utf8), Array(home.directory.path.utf8)] + words
        }
        let screen = try TourScreen(in: home.directory)
        let keyboard = ScriptedLines(lines.map(located))
        var input = LineInput { request in
            screen.wait(for: request)
            while let line = keyboard.next(after: "") {
                guard Self.isEvent(line) else { return screen.type(line, request) }
                happens(line, request, on: screen)
            }
            return .hangup
        }
        input.watchesMail = watchesMail
        // Such a terminal cannot change what it has shown.
        input.ticks = !words.contains(Array("--accessible".utf8))
        let output = Output(descriptor: screen.descriptor)
        var console = Console(
            output: output, errors: output,
            environment: Environment(
                ["TERM": "dumb", "HOME": home.directory.path],
                workingDirectory: home.directory.path),
            clock: clock, zone: .utc, columns: 80,
            system: StoppingFileSystem(POSIXFileSystem.shared, fullDisk, code: ENOSPC),
            connections: servers?.access ?? .none, isTerminal: !lines.allSatisfy(Self.isEvent), input: input)
        let code = Program.run(words, .program, on: &console)
        if code != .done, code != .hungUp { screen.write(["(exit code \(code.rawValue))"]) }
        while let line = keyboard.next(after: "") {
            guard Self.isEvent(line) else { throw TourError(line: line) }
            happens(line, nil, on: screen)
        }
        return screen.text
    }

    private static func isEvent(_ line: String) -> Bool { line.hasPrefix("(") && line.hasSuffix(")") }

    // MARK: - Events

    /// Does what a line in parentheses says, and shows what is seen then.
    private func happens(_ line: String, _ request: LineRequest?, on screen: TourScreen) {
        screen.write([line])
        servers?.happens(line)
        if let command = line.firstMatch(of: /another terminal: (.*)\)/)?.1 {
            screen.write(run(String(command), beside: screen, untilChanged: line.contains("once it is saved")))
        } else if let folder = line.firstMatch(of: /on the server: (\w+)/)?.1 {
            if line.contains("once it is") {
                TourClock.wait { servers?.isEmpty(String(folder)) == line.contains("gone") }
            }
            screen.write(servers?.messages(in: String(folder)) ?? [])
        } else if let file = line.firstMatch(of: /first line of (.*)\)/)?.1 {
            let text = try? String(contentsOf: home.directory.appending(path: String(file)), encoding: .utf8)
            screen.write([text?.split(separator: "\n").first.map { String($0) } ?? "No such line."])
        } else if line.contains("the mail server has received") {
            screen.write(servers?.received ?? [])
        } else if let hours = line.firstMatch(of: /for (\d+) hours/)?.1 {
            // Neither a stopped process nor a suspended machine wakes up in between.
            clock.turn(by: .seconds(3600 * (Int(hours) ?? 0)))
            if let request { _ = screen.idle(request) }
        } else if line.contains("changes the draft elsewhere") {
            changeDraft()
        } else if line.contains("disk is full") || line.contains("disk has room") {
            fullDisk.set(isOver: line.contains("is full"))
        }
        guard let request else { return }
        var reported: [String] = []
        if let seconds = line.firstMatch(of: /(\d+) seconds pass/)?.1 {
            for _ in 0..<4 * (Int(seconds) ?? 0) {
                clock.turn(by: .milliseconds(250))
                reported += screen.idle(request)
            }
        }
        guard line.contains("petrel says") else { return }
        var rounds = 0
        let isSaid = TourClock.wait {
            // If an attempt that had begun before has failed only now, petrel waits for the next one.
            rounds += 1
            if line.contains("seconds pass"), rounds.isMultiple(of: 100) { clock.turn(by: .seconds(1)) }
            reported += screen.idle(request)
            return if line.contains("the server has it") {
                reported.contains { $0.contains("essage sent") }
            } else if line.contains("it waits") {
                !reported.isEmpty && screen.promptText.contains("offline")
            } else {
                !reported.isEmpty
            }
        }
        if !isSaid { Issue.record("petrel does not say it: \(line)") }
    }

    /// Runs a command while a prompt waits. With `untilChanged`, repeats it until its output is no longer what it was
    /// before on this screen: a draft is saved in the background.
    private func run(_ command: String, beside screen: TourScreen, untilChanged: Bool) -> [String] {
        var output = ""
        for _ in 0..<300 {
            output = (try? run(command)) ?? "Failed."
            guard untilChanged, output == screen.formerOutput(of: command) else { break }
            usleep(100_000)
        }
        screen.remember(output, of: command)
        return output.split(separator: "\n").map { String($0) }
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

    // MARK: - Text

    /// The line with the directories that HOME and COPY stand for.
    private func located(_ line: String) -> String {
        line.replacing("HOME", with: home.directory.path).replacing("COPY", with: copy?.directory.path ?? "COPY")
    }

    /// Without what differs from run to run: directories, random ids, and what gpg says.
    private func normalized(_ text: String) -> String {
        text.replacing(copy?.directory.path ?? "COPY", with: "COPY").replacing(home.directory.path, with: "HOME")
            .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "UUID")
            .replacing(/=_[A-Za-z0-9._-]{8,}/, with: "=_BOUNDARY")
            .replacing(/\d{10}\.M\d+P\d+Q\d+/, with: "UNIQUE")
            .replacing(/(was not checked|and not shown):[^\n]*(\n {9}[^\n]*)*/) { "\($0.1): …" }
            // It is shown only if the attempt has not ended yet, which depends on the machine.
            .replacing(/(Sending…|Sending\.|Storing the copy in Sent…|Storing the copy in Sent\.)\n/, with: "")
    }
}

private struct TourError: Error {
    let line: String
}

extension SampleHome {
    /// Adds files to attach and to insert.
    fileprivate func addFilesOfTour() throws {
        try write(Data(repeating: 0x25, count: 84_000), to: "plan.pdf")
        try write(Data(), to: "film.mkv")
        #expect(truncate(directory.appending(path: "film.mkv").path, 30_000_000) == 0)
        let line = "Everything that we saw on the island this year, in one long letter."
        try write(Data(Array(repeating: line, count: 1600).joined(separator: "\n").utf8), to: "long.txt")
        try write(Data("1. Freeze\n".utf8), to: "notes/check-a.txt")
        try write(Data("2. Build\n".utf8), to: "notes/check-b.txt")
        // One pixel.
        let tower = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
        try write(Data(base64Encoded: tower) ?? Data(), to: "tower.png")
    }
}
