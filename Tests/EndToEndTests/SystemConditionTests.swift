import Foundation
import LineEditing
import MailTestSupport
import Terminal
import Testing

@testable import REPL

@Suite("petrel as a process", .timeLimit(.minutes(1)))
struct SystemConditionTests {
    private func petrel(
        _ home: SampleHome, _ words: [String], _ environment: [String: String] = [:]
    ) throws -> ProgramRun {
        try ProgramRun.run(ProjectFiles.petrel, ["--home", home.directory.path] + words, environment: environment)
    }

    static let lines: [[String]] = [
        ["list"], ["list", "subject:i"], ["search", "ISLAND"], ["drafts"], ["show", "b3747714b95922b3"], ["folders"],
        ["list", "in:INBOX", "from:zoe"],
    ]

    @Test("JSON does not depend on locale and time zone", .holds("E07"))
    func locales() throws {
        let home = try SampleHome()
        for line in Self.lines {
            let expected = try petrel(home, line + ["--json"]).output
            for (locale, zone) in [
                ("C", "UTC"), ("POSIX", "Asia/Kathmandu"), ("tr_TR.UTF-8", "XYZ-14"), ("C.UTF-8", "UTC"),
                ("nonsense", "nonsense"),
            ] {
                let variables = ["LC_ALL": locale, "LANG": locale, "TZ": zone]
                let run = try petrel(home, line + ["--json"], variables)
                #expect(run.exitCode == 0 && run.output == expected, "\(line) \(locale) \(zone)")
            }
        }
    }

    @Test("Many files can be opened without waiting for the kernel to enlarge the table of descriptors")
    func descriptorTable() throws {
        let home = try SampleHome(isEmpty: true)
        let prompt = Process()
        prompt.executableURL = ProjectFiles.petrel
        prompt.arguments = ["--home", home.directory.path]
        let input = Pipe.closedOnExit
        (prompt.standardInput, prompt.standardOutput) = (input, FileHandle.nullDevice)
        try prompt.run()
        var size = 0
        for _ in 0..<100 where size < 512 {
            let status = try String(contentsOfFile: "/proc/\(prompt.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("FDSize:") }
            size = line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
            usleep(50_000)
        }
        #expect(size >= 512)
        try input.fileHandleForWriting.close()
        prompt.waitUntilExit()
    }

    @Test(
        "A stopped process that holds the drafts lock is reported with what to do",
        .holds("E05"))
    func stoppedHolder() throws {
        let home = try SampleHome(isEmpty: true)
        let write = ["new", "-t", "a@example.org", "-s", "Plan", "-m", "text", "--draft"]
        #expect(try petrel(home, write).exitCode == 0)
        let lock = home.directory.appending(path: "state/local/drafts.lock").path
        let holder = Process()
        holder.executableURL = URL(filePath: "/usr/bin/env")
        holder.arguments = ["flock", lock, "sh", "-c", "echo held; read line"]
        let (output, input) = (Pipe(), Pipe.closedOnExit)
        holder.standardOutput = output
        holder.standardInput = input
        try holder.run()
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
        kill(holder.processIdentifier, SIGSTOP)
        let letter = home.directory.appending(path: "letter.eml")
        try Data("To: a@example.org\nSubject: x\n\nx".utf8).write(to: letter)
        for words in [write, ["drafts"], ["send", letter.path]] {
            let begin = ContinuousClock.now
            let run = try petrel(home, words)
            #expect(ContinuousClock.now - begin < .seconds(20), "\(words)")
            #expect(run.exitCode == 75, "\(words): \(run.errorText)")
            #expect(run.errorText.contains("kill -CONT \(holder.processIdentifier)"), "\(run.errorText)")
        }
        kill(holder.processIdentifier, SIGCONT)
        try input.fileHandleForWriting.close()
        holder.waitUntilExit()
        #expect(try petrel(home, ["drafts"]).text.split(separator: "\n").count == 1)
        #expect(try petrel(home, write).exitCode == 0)
        #expect(try petrel(home, ["drafts"]).text.split(separator: "\n").count == 2)
    }

    static let zones: [(zone: String, day: String)] = [
        ("UTC", " 9 Oct 2026"), ("Pacific/Kiritimati", "10 Oct 2026"), ("XYZ-14", "10 Oct 2026"),
        ("nonsense", " 9 Oct 2026"), ("America/Los_Angeles", " 9 Oct 2026"),
    ]

    @Test("Dates are shown in the user's time zone", arguments: zones)
    func zone(_ row: (zone: String, day: String)) throws {
        let home = try SampleHome()
        // Without zone files, only zones with an explicit offset are known.
        if row.zone.contains("/"), !FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/" + row.zone) { return }
        let run = try petrel(home, ["list", "from:wang"], ["TZ": row.zone])
        #expect(run.text.contains(row.day), "\(run.text)")
    }

    @Test(
        "Exits with 74 and an error message if output cannot be written",
        arguments: ["list", "drafts", "folders", "show b3747714b95922b3", "fsck", "list --json", "save d3 a1 -"])
    func full(_ line: String) throws {
        let home = try SampleHome()
        _ = home.petrel("drafts")
        let script = "\"$0\" --home \"$1\" \(line) >/dev/full"
        let run = try ProgramRun.run(
            URL(filePath: "/bin/sh"), ["-c", script, ProjectFiles.petrel.path, home.directory.path])
        #expect(run.exitCode == 74 && run.errorText.contains("No space left"), "\(run.errorText)")
    }

    @Test("A closed pipe causes no error message")
    func closedPipe() throws {
        let home = try SampleHome()
        for line in ["list", "show 34114881c6e58e6b", "list --json before:2100"] {
            let script = "\"$0\" --home \"$1\" \(line) | head -c 10 >/dev/null"
            let run = try ProgramRun.run(
                URL(filePath: "/bin/sh"), ["-c", script, ProjectFiles.petrel.path, home.directory.path])
            #expect(run.errors.isEmpty, "\(run.errorText)")
        }
    }

    @Test("Help fits on a screen and exists for every command")
    func help() throws {
        let home = try SampleHome(isEmpty: true)
        for command in CommandTable.program.commands {
            let run = home.petrel(["help", command.name].map { Array($0.utf8) })
            let examples = command.examples.map { "  " + $0 }
            let wide = run.lines.filter { DisplayWidth.of($0) > 80 && !examples.contains($0) }
            #expect(run.exitCode == .done && wide.isEmpty, "\(wide)")
            #expect(!command.details.isEmpty && !command.summary.isEmpty, "\(command.name)")
        }
        #expect(home.petrel("help").lines.allSatisfy { DisplayWidth.of($0) <= 80 })
    }
}
