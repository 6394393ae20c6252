import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Composing at the prompt", .holds("C01", "C12", "C16", "C17", "C19", "C22", "U01", "U02", "U03", "U08", "K03"))
struct PromptComposingTests {
    @Test("A reply can be written, checked, sent, undone and opened again")
    func replySession() throws {
        let home = try SampleHome()
        let run = home.typing(
            "list from:alice --limit 1", "1", "reply", "Hi Alice,", "", "Friday it is.", ".", "lines", "send", "undo",
            "quit")
        #expect(run.exitCode == .done)
        #expect(run.text.contains("Replying to Alice Moreau"))
        #expect(
            run.text.contains("1  Hi Alice,\n 2  \n 3  Friday it is.\n>4  \n 5  On Mon, 12 Oct 2026 at 08:05 +0200"))
        #expect(run.text.contains("No sending account yet: goes to the outbox in 5 s and waits there."))
        #expect(run.text.contains("Send undone. Back in draft d5."), "\(run.errorText)")
        #expect(run.text.hasSuffix("Draft saved\nEverything is saved. Bye.\n"))
        #expect(run.prompts.contains("d5| ") && run.prompts.contains("draft d5> "))
        #expect(run.prompts.contains("all (undo 5s)> "))
        #expect(home.petrel("outbox").lines.isEmpty)
        let draft = home.petrel("drafts", "export", "d5")
        #expect(draft.text.contains("Hi Alice,\r\n\r\nFriday it is.\r\n\r\nOn Mon, 12 Oct 2026 at 08:05 +0200"))
        #expect(draft.text.contains("In-Reply-To: <"))
    }

    @Test("back goes from Subject to To, and quit to the commands for the draft", .holds("C12"))
    func leavingTheFields() throws {
        let home = try SampleHome(isEmpty: true)
        let back = home.typing(
            "new", "ben@example.org", "back", "ana@example.org", "Plan", "Hi.", ".", "fields", "quit")
        #expect(back.prompts.filter { $0 == "To: " }.count == 2)
        let recipients = back.lines.first { $0.hasPrefix("To") }
        #expect(recipients?.contains("ben@example.org") == true && recipients?.contains("ana@example.org") == true)

        let quit = home.typing("new", "ben@example.org", "quit", "subject Other", "fields", "quit")
        #expect(quit.prompts.contains("draft d2> "))
        #expect(quit.text.contains("Other"))
        let none = home.typing("new", "quit", "fields", "quit")
        #expect(!none.prompts.contains("Subject: ") && none.prompts.contains("draft d3> "))
    }

    @Test("quit says what waits in the outbox, and when it is sent", .holds("E02"))
    func waitingAtTheEnd() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("new ben@example.org -s Plan -m Hi", "send --undo 0", "quit")
        #expect(run.text.hasSuffix("Everything is saved. Bye.\n"))
        #expect(run.errorText.contains("o1 waits until its account has a server."), "\(run.errorText)")
        let planned = home.typing(
            "new ben@example.org -s Later -m Hi", "send at 2026-10-20 9:00", "quit")
        #expect(planned.errorText.contains("o2 is planned for"), "\(planned.errorText)")
    }

    @Test("An empty draft leaves no trace, and its number is not used again")
    func emptyDraft() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("new", "", "", ".", "close", "new ana@example.org", "Plan", "Hi.", ".", "quit")
        #expect(run.exitCode == .done)
        #expect(run.prompts.contains("To: ") && run.prompts.contains("Subject: "))
        #expect(home.petrel("drafts").lines.map { $0.prefix(2) } == ["d2"])
    }

    @Test("A missing recipient is an error, and a missing subject, text or attachment a question")
    func checks() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing(
            "new", "", "", ".", "send", "to ben@example.org", "send", "k", "subject Plan", "send", "k", "body",
            "See the attached plan.", ".", "send", "", "send", "s", "quit")
        #expect(run.errorText.contains("Add at least one recipient: to NAME"))
        let questions = run.prompts.filter { $0.contains("   [") }
        #expect(
            questions.map { $0.prefix { $0 != "?" } } == [
                "Send without subject", "Send empty message", "Send without attachment", "Send without attachment",
                "1 message can still be undone for 5 s.   [w] Wait (Enter)  [n] Send now  [u] Undo, keep as draft",
            ])
        #expect(home.petrel("outbox").lines.count == 1)
    }

    @Test("An invalid address is reported and must be removed before sending")
    func invalidAddress() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing(
            "new ben@exam..ple -s Plan -m Hi", "send", "remove ben@exam..ple", "to ben@example.org", "send", "undo",
            "quit")
        #expect(run.errorText.contains("\"ben@exam..ple\" in To is not an address."))
        #expect(run.text.contains("Removed ben@exam..ple from To."))
        #expect(run.text.contains("Send undone."))
    }

    static let recipients: [(typed: String, told: String)] = [
        (
            "ana@example..org",
            "! To: ana@example..org is not an address. Type: remove ana@example..org, then to ana@example.org\n"
        ),
        (
            "a@@example.org",
            "! To: a@@example.org is not an address. Type: remove a@@example.org, then to a@example.org\n"
        ),
        ("ana@", "! To: ana@ is not an address. Type: remove ana@, then add the right one.\n"),
        ("ana b@example.org", ""), ("Ana Ruiz ana@example.org", ""),
        (
            "ana@example.org Ruiz",
            "petrel: No contact matches \"Ruiz\". Type a full address.\n"
        ),
        ("Ana, b@example.org", "petrel: No contact matches \"Ana\". Type a full address.\n"),
        ("<ana@example.org", ""),
    ]

    @Test("An invalid recipient of a new draft is reported at once, with the nearest address", arguments: recipients)
    func invalidRecipient(_ row: (typed: String, told: String)) throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.petrel("new", "-t", row.typed, "-s", "Plan", "-m", "Hi", "--draft")
        #expect(run.errorText == row.told)
    }

    @Test("In a script, a question is an error that names its option and ends the script")
    func scripts() throws {
        let home = try SampleHome(isEmpty: true)
        let refused = home.script("new ben@example.org -m Hi", "send", "list")
        #expect(refused.exitCode == .unanswered)
        #expect(refused.errorText == "line 2: Send without subject? Use --allow-no-subject.\n")
        #expect(home.petrel("drafts").lines.count == 1)
        let sent = home.script("resume d1", "send --allow-no-subject")
        #expect(sent.exitCode == .done)
        #expect(sent.text.hasSuffix("queued o1\n"))
    }

    @Test(
        "The undo window has one of five lengths, and others are refused", arguments: ["0", "5", "10", "15", "30"])
    func windows(_ seconds: String) throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("new ben@example.org -s Plan -m Hi", "send --undo \(seconds)", "now", "quit")
        #expect(run.exitCode == .done)
        #expect(run.text.contains("in \(seconds) s") == (seconds != "0"))
        #expect(home.petrel("outbox").lines.count == 1)
        #expect(
            home.typing("new ben@example.org -s Plan -m Hi", "send --undo 7").errorText.contains("0, 5, 10, 15 or 30"))
    }

    @Test("A line that looks like a command is text, ~ begins a command, and ~~ a tilde")
    func escapes() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing(
            "new ben@example.org -s Plan", "send", "~cc ana@example.org", "~~tilde", "~xylophone", "..", ".hidden", ".",
            "preview", "quit")
        #expect(run.errorText.contains("Kept as text. To send: . then send"))
        #expect(run.errorText.contains("Kept as text: \"~xylophone\". Escapes: ~?"))
        #expect(run.text.contains("\nsend\n~tilde\n~xylophone\n.\n.hidden\n"))
        #expect(run.text.contains("Cc       ana@example.org\n"))
    }

    @Test("Lines can be replaced, cut, inserted and undone one change after the other")
    func editing() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing(
            "new ben@example.org -s Plan", "one", "too", "three", ".", "s/too/two/", "line 1 ONE", "cut 3",
            "insert-at 1", "body -m zero", "lines", "undo", "undo", "undo", "undo", "lines", "redo", "lines", "quit")
        #expect(run.text.contains(" 1  zero\n>2  ONE\n 3  two\n"))
        #expect(run.text.contains(">1  one\n 2  too\n 3  three\n"))
        #expect(run.text.contains(">1  one\n 2  two\n 3  three\n"))
    }

    @Test("new at a shell opens a draft at the prompt, which ends with it")
    func fromShell() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.petrel("new", "ben@example.org", typing: ["Plan", "Hi.", ".", "close", "never typed"])
        #expect(run.exitCode == .done)
        #expect(run.prompts == ["Subject: ", "d1| ", "d1| ", "draft d1> "])
        #expect(home.petrel("drafts").text.hasPrefix("d1    ben@example.org           Plan"))
    }

    @Test("A text over 100 KB causes a warning and can still be sent", .holds("C09"))
    func longText() throws {
        let home = try SampleHome(isEmpty: true)
        let file = home.directory.appending(path: "long.txt")
        try Data(String(repeating: "A line of text.\n", count: 7000).utf8).write(to: file)
        let run = home.typing("new ben@example.org -s Plan -m Hi", "body @\(file.path)", "check", "send", "now", "quit")
        #expect(run.text.contains("long for a message. You can still send it."))
        #expect(run.text.contains("112 KB, which is long for a message."), "\(run.text)")
        #expect(home.petrel("outbox").lines.count == 1)
    }

    @Test("Without a network the undo window ends, and then the message waits", .holds("U07"))
    func windowWithoutNetwork() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("new ben@example.org -s Plan -m Hi", "send", "quit", "w")
        #expect(run.text.contains("* o1 \"Plan\" waits in the outbox."))
        let queued = try #require(home.petrel("outbox", "--json").list("outbox").first)
        #expect(queued["sendState"] as? String == "queued" && queued["undoRemaining"] is NSNull)
    }
}
