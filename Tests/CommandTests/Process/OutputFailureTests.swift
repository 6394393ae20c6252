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
