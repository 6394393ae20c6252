import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Scripts", .holds("C16", "C18"))
struct ScriptTests {
    private func script(_ lines: String..., in home: SampleHome) throws -> String {
        let file = home.directory.appending(path: "morning.petrel")
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        return file.path
    }

    @Test("Runs the lines of a file, and stops at the first error with its line and exit code")
    func run() throws {
        let home = try SampleHome(isEmpty: true)
        let file = try script("new ben@example.org -m Hi", "# a remark", "send", "status", in: home)
        let run = home.petrel("run", file)
        #expect(run.exitCode == .unanswered)
        #expect(run.errorText.hasSuffix("\(file):3: Send without subject? Use --allow-no-subject.\n"))
        #expect(!run.text.contains("Type: drafts"))
        #expect(home.petrel("drafts").lines.count == 1)
    }

    @Test("--keep-going runs all lines and exits with the code of the first error")
    func keepGoing() throws {
        let home = try SampleHome(isEmpty: true)
        let file = try script("show 99", "nonsense", "status", in: home)
        let run = home.petrel("run", "--keep-going", file)
        #expect(run.exitCode == .noInput, "\(run.errorText)")
        #expect(run.errorText.contains(":1: ") && run.errorText.contains(":2: ") && run.text.contains("no drafts"))
    }

    @Test("-c may be given several times, but not together with a command")
    func commands() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.petrel("-c", "new ben@example.org -s Plan -m Hi", "-c", "send")
        #expect(run.exitCode == .done && run.text.hasSuffix("queued o1\n"), "\(run.errorText)")
        #expect(home.petrel("-c", "list", "status").exitCode == .usage)
        #expect(home.petrel("list", "-c", "x").exitCode == .usage)
    }

    @Test("A missing or unreadable script is reported", arguments: ["/nowhere/x", "/"])
    func missing(_ path: String) throws {
        #expect(try SampleHome(isEmpty: true).petrel("run", path).exitCode == .noInput)
    }

    @Test("Variables name the last draft, outbox entry and message")
    func variables() throws {
        let home = try SampleHome()
        let run = home.script(
            "new ben@example.org -s One -m Hi", "close", "new ben@example.org -s Two -m Hi --draft", "send $draft",
            "outbox", "resume $outbox", "subject of $draft", "fields", "close", "list --limit 3", "headers $last")
        #expect(run.exitCode == .done, "\(run.errorText)")
        #expect(run.text.contains("queued o1\n") && run.text.contains("Subject  of $draft"), "\(run.text)")
        let early = home.script("list --limit 1", "resume $draft")
        #expect(early.exitCode == .usage && early.errorText.contains("line 2: $draft is not set yet."))
    }

    @Test("--echo prints each line before its output")
    func echo() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.petrel(
            ["--echo", "-c", "new ben@example.org -s Plan", "-c", "Hi", "-c", ".", "-c", "drafts"].map {
                Array($0.utf8)
            })
        #expect(run.errorText == "> new ben@example.org -s Plan\n| Hi\n| .\n> drafts\n", "\(run.errorText)")
        #expect(run.text.contains("Plan"))
    }

    @Test("A here-document in a script adds any text to a draft")
    func hereDocument() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.script(
            "new ben@example.org -s Plan -m one", "body <<END", "~cc ana@example.org", ".", "quit", "END", "close")
        #expect(run.exitCode == .done, "\(run.errorText)")
        let draft = home.petrel("drafts", "export", "d1").text
        #expect(draft.contains("one\r\n~cc ana@example.org\r\n.\r\nquit\r\n"))
        let open = home.script("new ben@example.org -s Plan -m one", "body <<END", "two")
        #expect(open.exitCode == .dataError && open.errorText.contains("All lines were added."))
        #expect(home.petrel("drafts", "export", "d2").text.contains("one\r\ntwo\r\n"))
    }
}
