import Foundation
import LineEditing
import MailTestSupport
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Output that cannot be written", .timeLimit(.minutes(1)))
struct OutputFailureTests {
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

    struct Done: Sendable, CustomTestStringConvertible {
        let command: String
        let sentence: String
        var testDescription: String { command }
    }

    static let done = [
        Done(command: "new -t ana@example.org -s Plan -m Hi --draft", sentence: "Draft saved d1."),
        Done(
            command: "new -t ana@example.org -s Plan -m Hi --send --json",
            sentence: "o1 is in the outbox, and is sent from there."),
        Done(
            command: "sendmail -v ana@example.org", sentence: "o1 is in the outbox, and is sent from there."),
    ]

    @Test("If only the report of something done cannot be written, says so, and not to do it again", arguments: done)
    func onlyReport(_ row: Done) throws {
        for place in ["/dev/full", "|"] {
            let home = try SampleHome()
            // Without a server, no process is left that would send it.
            try home.addAccount("work", ["name": "Kim", "address": "kim@example.net"])
            let end = place == "|" ? "| (exec <&-; sleep 0.2)" : ">\(place)"
            let script = "(\"$0\" --home \"$1\" \(row.command); echo $? >\"$2\") \(end)"
            let code = home.directory.appending(path: "code")
            let run = try ProgramRun.run(
                URL(filePath: "/bin/sh"),
                ["-c", script, ProjectFiles.petrel.path, home.directory.path, code.path],
                input: Data("Subject: Plan\n\nHi\n".utf8))
            #expect(try String(contentsOf: code, encoding: .utf8) == "74\n")
            #expect(
                run.errorText.contains(
                    "\(row.sentence) Only the report of it could not be written to standard output: "),
                "\(run.errorText)")
            #expect(run.errorText.contains("Do not run the command again.") && !run.errorText.contains("try again"))
        }
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
}
