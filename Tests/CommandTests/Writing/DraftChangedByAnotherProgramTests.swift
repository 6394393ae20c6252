import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("An open draft that is changed elsewhere", .holds("C23", "C24"))
struct DraftChangedByAnotherProgramTests {
    /// A home with a draft that a second petrel changes while the first one has it open.
    private func home(editing lines: [String]) throws -> (home: SampleHome, run: CommandRun) {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "first", "--draft")
        let file = home.directory.appending(path: "theirs.eml")
        try Data("To: ben@example.org\nSubject: Plan\n\ntheirs\n".utf8).write(to: file)
        // Another program does this while the draft is open: petrel itself, as a child of the prompt.
        let change =
            "!\(ProjectFiles.petrel.path) --home \(home.directory.path) drafts import --replace d1 \(file.path)"
        return (home, home.petrel([], typing: ["resume d1", "body -m mine", change] + lines))
    }

    /// Brings back the only text that was kept because of the conflict. What the import replaced is kept, too.
    private func recoverConflict(_ home: SampleHome) throws {
        let kept = try home.petrel("recover", "--json").list("versions").filter {
            $0["reason"] as? String == "conflict"
        }
        #expect(kept.count == 1)
        let id = try #require(kept.first?["id"] as? String)
        #expect(home.petrel("recover", id).exitCode == .done)
    }

    private static let question = "This draft was updated on another device. Reload?"

    @Test("Reload continues with the other text and keeps the user's")
    func reload() throws {
        let (home, run) = try home(editing: ["r", "lines", "quit"])
        #expect(run.prompts.filter { $0.hasPrefix(Self.question) }.count == 1, "\(run.prompts) \(run.errorText)")
        #expect(home.petrel("drafts", "export", "d1").text.hasSuffix("theirs\n"))
        try recoverConflict(home)
        #expect(home.petrel("drafts", "export", "d2").text.contains("first\r\nmine"))
    }

    @Test("Keep Local, the default, continues with the user's text and keeps the other")
    func keepLocal() throws {
        let (home, run) = try home(editing: ["", "body -m more", "quit"])
        #expect(run.prompts.filter { $0.hasPrefix(Self.question) }.count == 1)
        #expect(home.petrel("drafts", "export", "d1").text.contains("first\r\nmine\r\nmore"))
        try recoverConflict(home)
        #expect(home.petrel("drafts", "export", "d2").text.hasSuffix("theirs\n"))
    }

    @Test("Shows the differences and asks again")
    func differences() throws {
        let (_, run) = try home(editing: ["d", "k", "quit"])
        #expect(run.text.contains("line 1, yours:  first\nline 1, theirs: theirs\nline 2, yours:  mine\n"))
        #expect(run.prompts.filter { $0.hasPrefix(Self.question) }.count == 2)
    }

    @Test("A draft that is edited in place while it is open is not overwritten")
    func editedInPlace() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "first", "--draft")
        let drafts = home.mail.appending(path: "Drafts").path
        let change = "!for file in \(drafts)/cur/*; do echo theirs >>$file; done"
        let run = home.petrel([], typing: ["resume d1", "body -m mine", change, "k", "close", "quit"])
        #expect(run.prompts.contains { $0.hasPrefix(Self.question) }, "\(run.prompts) \(run.errorText)")
        #expect(home.petrel("drafts", "export", "d1").text.contains("first\r\nmine"))
        _ = home.petrel("recover", "d1")
        #expect(home.petrel("drafts", "export", "d2").text.contains("theirs"))
    }

    @Test("In a script the conflict is an error that names an option, which resolves it")
    func scripts() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "first", "--draft")
        let file = home.directory.appending(path: "theirs.eml")
        try Data("To: ben@example.org\nSubject: Plan\n\ntheirs\n".utf8).write(to: file)
        let change =
            "!\(ProjectFiles.petrel.path) --home \(home.directory.path) drafts import --replace d1 \(file.path)"
        let refused = home.script("resume d1", change, "send")
        #expect(refused.exitCode == .unanswered && refused.errorText.contains("--on-conflict=reload"))
        let sent = home.script("resume d1", change, "send --on-conflict=reload")
        #expect(sent.exitCode == .done, "\(sent.errorText)")
        #expect(home.petrel("show", "o1").text.contains("theirs"))
    }

    @Test("A draft that is deleted elsewhere while it is open becomes a draft again when saved")
    func deleted() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "first", "--draft")
        let drafts = home.mail.appending(path: "Drafts").path
        let run = home.typing("resume d1", "body -m mine", "!rm -f \(drafts)/cur/* \(drafts)/new/*", "save", "quit")
        #expect(run.text.contains("Another program deleted this draft."))
        #expect(home.petrel("drafts").lines.map { $0.prefix(2) } == ["d1"])
        #expect(home.petrel("drafts", "export", "d1").text.contains("first\r\nmine"))
    }
}
