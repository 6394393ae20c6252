import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

@Suite("Progress on a terminal", .holds("N03"), .timeLimit(.minutes(1)))
struct IndexingProgressTests {
    /// What a terminal shows of a list while the index is created, with another process blocking it for a second.
    private func shown(_ words: String, _ environment: String = "") throws -> ProgramRun {
        let home = try SampleHome()
        let index = home.directory.appending(path: "index")
        try FileManager.default.createDirectory(at: index, withIntermediateDirectories: true)
        let petrel = "'\(ProjectFiles.petrel.path)' --home '\(home.directory.path)' \(words)"
        let waiting =
            "flock '\(index.path)/local.lock' sh -c 'echo locked; sleep 1' | { read locked; \(environment) \(petrel); }"
        let terminal = ProjectFiles.root.appending(path: "Tests/Fixtures/run-in-terminal.py").path
        return try ProgramRun.run(URL(filePath: "/usr/bin/env"), ["python3", terminal, "sh", "-c", waiting])
    }

    @Test("A line is shown while the index is created, and erased before the list")
    func rewritten() throws {
        let run = try shown("list --limit 1")
        #expect(run.exitCode == 0)
        let pieces = run.text.components(separatedBy: "\r\u{1B}[K")
        #expect(pieces.count >= 3 && pieces[0].isEmpty, "\(run.text)")
        #expect(pieces.dropFirst().first?.hasPrefix("Indexing the mail of local: 0 of ") == true, "\(run.text)")
        #expect(pieces.last?.contains("Indexing") == false && pieces.last?.contains("\n") == true, "\(run.text)")
    }

    @Test(
        "Progress lines are not rewritten in accessible mode or on a dumb terminal",
        arguments: ["TERM=dumb", "ACCESSIBLE=1"])
    func lines(_ environment: String) throws {
        let run = try shown("list --limit 1", environment)
        #expect(!run.text.contains("\u{1B}"))
        #expect(run.text.hasPrefix("Indexing the mail of local: 0 of "), "\(run.text)")
        #expect(run.text.contains("\nIndexing took ") || run.text.contains("\r\nIndexing took "), "\(run.text)")
    }

    @Test(
        "No progress is shown with --json, with --quiet or without standard error",
        arguments: ["list --json", "list --quiet", "list 2>/dev/null"])
    func silent(_ words: String) throws {
        #expect(try !shown(words).text.contains("Indexing"), "\(words)")
    }
}
