import Foundation
import MailTestSupport
import Testing

@testable import REPL

@Suite("Sending what is not open", .holds("C08", "C16", "C22", "U01", "U03", "U06"))
struct SendingTests {
    @Test("A draft that is sent from a shell goes as the composer sends it, with the HTML of its marks")
    func composed() throws {
        let home = try SampleHome(isEmpty: true)
        #expect(
            home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "See **Thursday**.", "--draft").exitCode
                == .done)
        #expect(home.petrel("send", "d1").text == "queued o1\n")
        let sent = try home.petrel("show", "o1", "--json").object
        #expect((sent["html"] as? String)?.contains("<b>Thursday</b>") == true)
        #expect(home.petrel("drafts").lines.isEmpty)
    }

    @Test("What the composer would refuse or ask is refused or asked here too, and nothing is queued")
    func checked() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-m", "Hi", "--draft")
        _ = home.petrel("new", "-t", "ben@example.org", "-m", "Hi", "--draft")
        let nobody = home.petrel("send", "d1")
        #expect(nobody.exitCode == .dataError && nobody.errorText.contains("Add at least one recipient: to NAME"))
        #expect(nobody.errorText.contains("Type: petrel resume d1"))
        let asked = home.petrel("send", "d2")
        #expect(asked.exitCode == .unanswered)
        #expect(asked.errorText.contains("Send without subject? Use --allow-no-subject."))
        #expect(home.petrel("outbox").lines.isEmpty)
        #expect(home.petrel("send", "d2", "--allow-no-subject").exitCode == .done)
        #expect(home.petrel("outbox").lines.count == 1)
    }

    @Test("Where the seconds to wait are no number, nothing is queued", .holds("PS2"))
    func noSeconds() throws {
        let home = try SampleHome(isEmpty: true)
        let letter = home.directory.appending(path: "letter.eml")
        try Data("To: ben@example.org\nSubject: Plan\n\nHi\n".utf8).write(to: letter)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        let draft = ["new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--send"]
        for words in [draft, ["send", "d1"], ["send", letter.path]] {
            let run = home.petrel((words + ["--wait", "soon"]).map { Array($0.utf8) })
            #expect(run.exitCode == .usage && run.errorText.contains("\"soon\""), "\(words): \(run.errorText)")
            #expect(home.petrel("outbox").lines.isEmpty, "\(words)")
        }
        #expect(home.script("resume d1", "send --wait soon").exitCode == .usage)
        #expect(home.petrel("outbox").lines.isEmpty)
        #expect(home.petrel("drafts").lines.count == 1)
    }

    @Test("At the prompt the order can be taken back; whoever goes on writing finds the draft open")
    func undone() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-m", "Hi", "--draft")
        let kept = home.typing("send d1", "k", "subject Plan", "close", "send d1", "undo", "quit")
        #expect(kept.prompts.contains("draft d1> ") && kept.prompts.contains("all (undo 5s)> "))
        #expect(kept.text.contains("Send undone. Back in draft d1."))
        #expect(home.petrel("outbox").lines.isEmpty && home.petrel("drafts").lines.count == 1)
    }

    @Test("While another draft is open, one that is sent by its name leaves that open")
    func besideAnother() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "One", "-m", "Hi", "--draft")
        let run = home.typing("new ana@example.org -s Two", "text", ".", "close", "resume d2", "lines", "quit")
        #expect(run.exitCode == .done)
        let sent = home.typing("resume d1", "send", "resume d2", "undo", "close", "quit")
        #expect(sent.text.contains("Send undone. Back in draft d1. Type: resume d1"))
        #expect(home.petrel("drafts").lines.count == 2)
    }

    @Test("A draft that another program wrote as HTML goes as it stands, dated now")
    func foreign() throws {
        let home = try SampleHome(isEmpty: true)
        let letter = """
            From: kim@example.org
            To: ben@example.org
            Subject: Styled
            Date: Mon, 12 Oct 2020 08:00:00 +0000
            MIME-Version: 1.0
            Content-Type: text/html; charset=utf-8

            <p style="color: teal">Hello <b>Ben</b></p>

            """
        try home.add(letter.utf8, to: "Drafts", named: "1.2.host:2,D")
        #expect(home.petrel("send", "d1").text == "queued o1\n")
        let sent = try home.petrel("show", "o1", "--json").object
        #expect((sent["html"] as? String)?.contains("<p style=\"color: teal\">Hello <b>Ben</b></p>") == true)
        #expect(home.petrel("headers", "o1").lines.contains("Date: Tue, 13 Oct 2026 12:00:00 +0000"))
    }

    @Test("With --undo a command at a shell stays for the seconds, and then the message is free to go")
    func window() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        #expect(home.petrel("send", "d1", "--undo", "5").text == "queued o1\n")
        let queued = try #require(home.petrel("outbox", "--json").list("outbox").first)
        #expect(queued["sendState"] as? String == "queued" && queued["undoRemaining"] is NSNull)
    }

    @Test("resume at a shell opens the draft, where somebody is there to type")
    func resumed() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        let run = home.petrel("resume", "d1", typing: ["body -m more", "close"])
        #expect(run.exitCode == .done && run.prompts.contains("draft d1> "))
        #expect(home.petrel("drafts", "export", "d1").text.contains("Hi\r\nmore"))
        #expect(home.petrel("resume", "d1").exitCode == .usage)
    }
}

@Suite("A draft that is open and changed elsewhere", .holds("C23", "C24"))
struct ChangedElsewhereTests {
    /// A home with a draft, and what a second petrel makes of it while the first has it open.
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

    private static let question = "This draft was updated on another device. Reload?"

    @Test("Reload goes on with the other text, and keeps one's own")
    func reload() throws {
        let (home, run) = try home(editing: ["r", "lines", "quit"])
        #expect(run.prompts.filter { $0.hasPrefix(Self.question) }.count == 1, "\(run.prompts) \(run.errorText)")
        #expect(home.petrel("drafts", "export", "d1").text.hasSuffix("theirs\n"))
        #expect(home.petrel("recover").lines.count == 1)
        _ = home.petrel("recover", "d1")
        #expect(home.petrel("drafts", "export", "d2").text.contains("first\r\nmine"))
    }

    @Test("Keep Local, the answer of Enter, goes on with one's own text, and keeps the other one")
    func keepLocal() throws {
        let (home, run) = try home(editing: ["", "body -m more", "quit"])
        #expect(run.prompts.filter { $0.hasPrefix(Self.question) }.count == 1)
        #expect(home.petrel("drafts", "export", "d1").text.contains("first\r\nmine\r\nmore"))
        _ = home.petrel("recover", "d1")
        #expect(home.petrel("drafts", "export", "d2").text.hasSuffix("theirs\n"))
    }

    @Test("Differences are shown, and then it is asked again")
    func differences() throws {
        let (_, run) = try home(editing: ["d", "k", "quit"])
        #expect(run.text.contains("line 1, yours:  first\nline 1, theirs: theirs\nline 2, yours:  mine\n"))
        #expect(run.prompts.filter { $0.hasPrefix(Self.question) }.count == 2)
    }

    @Test("In a script sending is an error that names the option, and the option settles it")
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

    @Test("A draft that is deleted elsewhere while it is open is a draft again when it is saved")
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

@Suite("Files that a command captures", .holds("C10"))
struct CaptureTests {
    @Test("What the command puts into its directory is attached, in the order of the names, and nothing stays behind")
    func captured() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing(
            "set capture-cmd 'cd \"$1\" && echo one > b.txt && echo two > a.txt'", "new ben@example.org -s Plan -m Hi",
            "attach --capture", "detach a1", "quit")
        #expect(run.text.contains("Attached a1: a.txt") && run.text.contains("Attached a2: b.txt"), "\(run.errorText)")
        let files = FileManager.default
        let rest = try files.contentsOfDirectory(atPath: home.directory.appending(path: "run").path)
        #expect(rest.allSatisfy { !$0.hasPrefix("capture") })
    }

    @Test(
        "Without a command, and with one that makes nothing, it is said what to do",
        arguments: [("", "Type, for example: set capture-cmd"), ("false", "The command created no file: false")])
    func nothing(_ command: String, _ words: String) throws {
        let home = try SampleHome(isEmpty: true)
        let set = command.isEmpty ? "set" : "set capture-cmd \(command)"
        let run = home.typing(set, "new ben@example.org -s Plan -m Hi", "attach --capture", "quit")
        #expect(run.errorText.contains(words))
    }
}
