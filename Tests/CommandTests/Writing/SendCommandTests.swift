import Disk
import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite(
    "Sending closed drafts", .onOwnThreads, .timeLimit(.minutes(5)), .holds("C08", "C16", "C22", "U01", "U03", "U06"))
struct SendCommandTests {
    @Test("A draft sent from a shell is sent as from the composer, with HTML for its marks")
    func composed() throws {
        let home = try SampleHome(isEmpty: true)
        #expect(
            home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "See **Thursday**.", "--markup", "--draft")
                .exitCode == .done)
        #expect(home.petrel("send", "d1").text == "queued o1\n")
        let sent = try home.petrel("show", "o1", "--json").object
        #expect((sent["html"] as? String)?.contains("<b>Thursday</b>") == true)
        #expect(home.petrel("drafts").lines.isEmpty)
    }

    @Test("The composer's errors and questions apply, and nothing is queued")
    func checked() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-m", "Hi", "--draft")
        _ = home.petrel("new", "-t", "ben@example.org", "-m", "Hi", "--draft")
        let unaddressed = home.petrel("send", "d1")
        #expect(
            unaddressed.exitCode == .dataError && unaddressed.errorText.contains("Add at least one recipient: to NAME"))
        #expect(unaddressed.errorText.contains("Type: petrel resume d1"))
        let asked = home.petrel("send", "d2")
        #expect(asked.exitCode == .unanswered)
        #expect(asked.errorText.contains("Send without subject? Use --allow-no-subject."))
        #expect(home.petrel("outbox").lines.isEmpty)
        #expect(home.petrel("send", "d2", "--allow-no-subject").exitCode == .done)
        #expect(home.petrel("outbox").lines.count == 1)
    }

    @Test("A draft to an address that no server accepts stays a draft")
    func unacceptable() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ana@-", "-s", "Plan", "-m", "Hi", "--draft")
        let run = home.petrel("send", "d1")
        #expect(run.exitCode == .dataError && run.errorText.contains("\"ana@-\" in To is not an address"))
        #expect(home.petrel("drafts").lines.count == 1 && home.petrel("outbox").lines.isEmpty)
    }

    @Test("Each refused recipient is named with its reply, in text and in JSON", .holds("PS6"))
    func refusedRecipients() throws {
        let server = RecordingSMTPServer {
            $0.recipientAnswers = [
                "ben@example.org": "550 5.1.1 unknown\u{1B}[2J\r\n", "eve@example.org": "552 5.2.2 mailbox full\r\n",
            ]
        }
        let home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        let run = home.petrel(
            "new", "-t", "ana@example.org, ben@example.org, eve@example.org", "-s", "Plan", "-m", "Hi", "--send",
            "--wait",
            "5", reaching: server.connections)
        #expect(run.exitCode == .someFailed && server.accepted.isEmpty)
        for text in [run.errorText, home.petrel("outbox").text, home.petrel("sendmail", "-bp").text] {
            #expect(text.contains("does not accept mail for 2 recipients. ben@example.org: 550 unknown"), "\(text)")
            #expect(text.contains("; eve@example.org: 552 mailbox full") && !text.contains("\u{1B}"), "\(text)")
        }
        let queued = try #require(home.petrel("outbox", "--json").list("outbox").first)
        let refused = try #require(queued["refusedRecipients"] as? [[String: Any]])
        #expect(refused.map { $0["address"] as? String } == ["ben@example.org", "eve@example.org"])
        #expect(refused.map { $0["code"] as? Int } == [550, 552])
        #expect(refused.map { $0["reply"] as? String } == ["unknown\u{1B}[2J", "mailbox full"])
    }

    @Test("outbox flush fails while a message in the outbox was not sent, and says which")
    func failedBefore() throws {
        let server = RecordingSMTPServer { $0.recipientAnswers = ["ben@example.org": "550 5.1.1 unknown\r\n"] }
        let home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        _ = home.petrel(
            "new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--send", "--wait", "60",
            reaching: server.connections)
        for wait in [[], ["--wait", "60"]] as [[String]] {
            let flush = ["outbox", "flush"] + wait
            let run = home.petrel(flush.map { Array($0.utf8) }, reaching: server.connections)
            #expect(run.exitCode == .someFailed && run.errorText.contains("o1 was not sent."), "\(run.errorText)")
            let json = home.petrel((flush + ["--json"]).map { Array($0.utf8) }, reaching: server.connections)
            #expect(json.exitCode == .someFailed)
            #expect(try json.errorCode == "notSent")
            #expect(try json.list("outbox").first?["sendState"] as? String == "failed")
        }
        #expect(home.petrel("outbox", "cancel", "o1").exitCode == .done)
        #expect(home.petrel("outbox", "flush", "--wait", reaching: server.connections).exitCode == .done)
    }

    @Test("sendmail -q succeeds if another process is sending, and otherwise says what waits")
    func flushed() throws {
        let home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--send")
        let waiting = home.petrel("sendmail", "-q")
        #expect(waiting.exitCode == .temporaryFailure && !waiting.errors.isEmpty, "\(waiting.errorText)")
        let state = try Directory.open(Path(home.directory.path + "/state/work"), on: POSIXFileSystem.shared)
        let lock = try #require(try state.lock(Array("outbox.lock".utf8), waiting: false))
        let busy = home.petrel("sendmail", "-q")
        withExtendedLifetime(lock) {}
        #expect(busy.exitCode == .done && busy.errors.isEmpty, "\(busy.errorText)")
    }

    @Test("With an invalid number of seconds to wait, nothing is queued", .holds("PS2"))
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

    @Test("At the prompt the send can be undone, and Keep Editing opens the draft")
    func undone() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-m", "Hi", "--draft")
        let kept = home.typing("send d1", "k", "subject Plan", "close", "send d1", "undo", "quit")
        #expect(kept.prompts.contains("draft d1> ") && kept.prompts.contains("all (undo 5s)> "))
        #expect(kept.text.contains("Send undone. Back in draft d1."))
        #expect(home.petrel("outbox").lines.isEmpty && home.petrel("drafts").lines.count == 1)
    }

    @Test("Sending another draft by number leaves the open draft open")
    func besideAnother() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "One", "-m", "Hi", "--draft")
        let run = home.typing("new ana@example.org -s Two", "text", ".", "close", "resume d2", "lines", "quit")
        #expect(run.exitCode == .done)
        let sent = home.typing("resume d1", "send", "resume d2", "undo", "close", "quit")
        #expect(sent.text.contains("Send undone. Back in draft d1. Type: resume d1"))
        #expect(home.petrel("drafts").lines.count == 2)
    }

    @Test("An HTML draft of another program is sent unchanged, with the current date")
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

    @Test("At a shell, --undo waits for the window, and then the message can be sent")
    func window() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        #expect(home.petrel("send", "d1", "--undo", "5").text == "queued o1\n")
        let queued = try #require(home.petrel("outbox", "--json").list("outbox").first)
        #expect(queued["sendState"] as? String == "queued" && queued["undoRemaining"] is NSNull)
    }

    @Test("resume at a shell opens the draft, if input is interactive")
    func resumed() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        let run = home.petrel("resume", "d1", typing: ["body -m more", "close"])
        #expect(run.exitCode == .done && run.prompts.contains("draft d1> "))
        #expect(home.petrel("drafts", "export", "d1").text.contains("Hi\r\nmore"))
        #expect(home.petrel("resume", "d1").exitCode == .usage)
    }

    @Test("At the prompt, --wait only prints a notice")
    func wait() throws {
        let home = try SampleHome(isEmpty: true)
        let said = "--wait is for scripts. At the prompt, petrel reports when the message is sent."
        let run = home.typing(
            "new ben@example.org -s Plan -m Hi", "send --wait 5", "now", "new ben@example.org -s Two -m Hi", "send",
            "now", "quit")
        #expect(run.errorText.components(separatedBy: said).count == 2, "\(run.errorText)")
        #expect(home.petrel("outbox").lines.count == 2)
    }
}
