import Foundation
import LineEditing
import MailTestSupport
import Terminal
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("A stopped process that holds a lock", .timeLimit(.minutes(1)))
struct StoppedLockHolderTests {
    private func petrel(
        _ home: SampleHome, _ words: [String], _ environment: [String: String] = [:]
    ) throws -> ProgramRun {
        try ProgramRun.run(ProjectFiles.petrel, ["--home", home.directory.path] + words, environment: environment)
    }

    @Test(
        "A stopped process that holds the drafts lock is reported with what to do",
        .holds("E05"))
    func stoppedHolder() throws {
        let home = try SampleHome(isEmpty: true)
        let write = ["new", "-t", "a@example.org", "-s", "Plan", "-m", "text", "--draft"]
        #expect(try petrel(home, write).exitCode == 0)
        let lock = home.directory.appending(path: "state/local/drafts.lock").path
        let holder = try StoppedLockHolder(of: lock)
        let letter = home.directory.appending(path: "letter.eml")
        try Data("To: a@example.org\nSubject: x\n\nx".utf8).write(to: letter)
        for words in [write, ["drafts"], ["send", letter.path]] {
            let begin = ContinuousClock.now
            let run = try petrel(home, words)
            #expect(ContinuousClock.now - begin < .seconds(20), "\(words)")
            #expect(run.exitCode == 75, "\(words): \(run.errorText)")
            #expect(run.errorText.contains("kill -CONT \(holder.processID)"), "\(run.errorText)")
        }
        holder.finish()
        #expect(try petrel(home, ["drafts"]).text.split(separator: "\n").count == 1)
        #expect(try petrel(home, write).exitCode == 0)
        #expect(try petrel(home, ["drafts"]).text.split(separator: "\n").count == 2)
    }
}
