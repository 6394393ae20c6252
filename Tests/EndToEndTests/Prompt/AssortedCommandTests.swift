import Foundation
import MailTestSupport
import Testing

@testable import REPL

@Suite("What the prompt remembers", .holds("C17", "C18"))
struct AssortedCommandTests {
    @Test("status reports what is waiting, and as JSON how much")
    func status() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--send")
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        #expect(
            home.petrel("status").lines == [
                "local: no sending account yet. Mail that you send waits. Type: setup",
                "local: 1 message (o1) in the outbox. Type: outbox", "local: 1 draft (d2). Type: drafts",
            ])
        let account = try #require(home.petrel("status", "--json").list("accounts").first)
        #expect(account["outbox"] as? Int == 1 && account["drafts"] as? Int == 1 && account["held"] as? Int == 0)
    }

    @Test("events lists what happened before")
    func events() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("events", "new ben@example.org -s Plan -m Hi", "send", "now", "events", "quit")
        #expect(run.errorText.contains("No events yet."))
        let line = "* o1 \"Plan\" waits in the outbox. No sending account yet."
        #expect(run.lines.filter { $0 == line }.count == 2, "\(run.text)")
    }

    @Test("renumber starts the message numbers at 1 again")
    func renumber() throws {
        let home = try SampleHome()
        let run = home.typing("list --limit 2", "renumber", "list in:Sent --limit 1", "quit")
        #expect(run.text.contains("Messages will be numbered from 1. Type: list"))
        let numbers = run.lines.compactMap { Int($0.drop { $0 == " " }.prefix { $0.isNumber }) }
        #expect(numbers == [1, 2, 1])
    }

    @Test("Reading a message at the prompt marks it as read, but not at a shell or in a script", .holds("Y20"))
    func reading() throws {
        let home = try SampleHome()
        let query = "is:unread from:alice"
        let before = try home.petrel("list", "is:unread", "from:alice", "--json").list()
        let id = try #require(before.first?["id"] as? String)
        _ = home.petrel("show", id)
        _ = home.script("list \(query)", "show 1")
        #expect(try home.petrel("list", "is:unread", "from:alice", "--json").list().count == before.count)
        let run = home.typing("list \(query) --limit 1", "1", "list \(query)", "1", "quit")
        #expect(run.exitCode == .done)
        #expect(try home.petrel("list", "is:unread", "from:alice", "--json").list().count == before.count - 1)
    }

    @Test("junk moves a message to Junk, and not-junk moves it back to the inbox")
    func junk() throws {
        let home = try SampleHome()
        let list = try home.petrel("list", "--limit", "1", "--json").list()
        let id = try #require(list.first?["messageId"] as? String)
        #expect(home.petrel("junk", "id:\(id)").exitCode == .done)
        #expect(try home.petrel("list", "in:Junk", "--json").list().count == 1)
        #expect(home.petrel("not-junk", "id:\(id)").exitCode == .done)
        #expect(try home.petrel("list", "in:Junk", "--json").list().isEmpty)
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

    @Test("Without a network the undo window ends, and then the message waits", .holds("U07"))
    func windowWithoutNetwork() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("new ben@example.org -s Plan -m Hi", "send", "quit", "w")
        #expect(run.text.contains("* o1 \"Plan\" waits in the outbox."))
        let queued = try #require(home.petrel("outbox", "--json").list("outbox").first)
        #expect(queued["sendState"] as? String == "queued" && queued["undoRemaining"] is NSNull)
    }
}
