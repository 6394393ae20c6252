import Foundation
import LineEditing
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Lists of messages", .holds("N03"), .timeLimit(.minutes(2)))
struct MessageListTests {
    // MARK: - Pages

    @Test("next and previous turn the pages of a list, and numbers stay the same")
    func pages() throws {
        let home = try SampleHome()
        let run = home.typing(
            "list --limit 20", "next", "next", "next", "previous", "previous", "previous", "archive 21", "quit")
        for footer in ["1-20 of 55 – type next", "21-40 of 55 – type next or previous", "41-55 of 55 – type previous"] {
            #expect(run.errorText.contains(footer), "\(run.errorText)")
        }
        #expect(run.errorText.contains("That was the last page."))
        #expect(run.errorText.contains("That was the first page."))
        #expect(run.lines.count { $0.hasPrefix("  1  ") } == 2 && run.lines.count { $0.hasPrefix(" 21  ") } == 2)
        #expect(run.text.contains("Moved 1 message to Archive."))
    }

    @Test("After messages of a page were archived, the next page leaves none out")
    func archivedMeanwhile() throws {
        let home = try SampleHome()
        let run = home.typing("list --limit 5", "archive 1-4", "next", "previous", "quit")
        let numbers = run.lines.compactMap { Int($0.prefix(3).filter { $0 != " " }) }
        #expect(numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 5, 6, 7, 8, 9], "\(numbers)")
    }

    @Test("After a message was shown, next shows the next message, also across pages")
    func nextMessage() throws {
        let home = try SampleHome()
        let run = home.typing("list --limit 2", "show 2", "next", "prev", "quit")
        #expect(run.text.components(separatedBy: "\nSubject  ").count == 4)
        #expect(run.text.components(separatedBy: "Subject  Photo of the tower, before it goes").count == 3)
    }

    @Test(
        "Searches, the inbox and conversations have pages too",
        arguments: ["search before:2100", "inbox", "list --conversations"])
    func otherLists(_ line: String) throws {
        let home = try SampleHome()
        let run = home.typing(line, "next", "previous", "quit")
        #expect(run.errorText.components(separatedBy: "type next").count == 4, "\(run.errorText)")
        #expect(run.lines.count { $0.hasPrefix("  1  ") } == 2)
    }

    @Test("A page of conversations says how many there are in all")
    func conversationCount() throws {
        let home = try SampleHome()
        for query in ["before:2100", "from:alma", "moult or cable"] {
            let all = home.petrel("list", query, "--conversations", "--ids").lines.count
            let run = home.typing("list \(query) --conversations --limit 2", "next", "quit")
            #expect(all > 2 && run.errorText.contains("1-2 of \(all) – type next\n"), "\(query): \(run.errorText)")
            #expect(run.errorText.components(separatedBy: " of \(all) – type").count == 3, "\(query)")
        }
    }

    // MARK: - Conversations

    @Test("A conversation is a tree in UTF-8, in ASCII, and in words")
    func tree() throws {
        let home = try SampleHome()
        let id = "3a3ec3d5f378f519"
        let ascii = home.petrel("thread", id)
        #expect(ascii.text.contains("|- Away: Moult scores") && ascii.text.contains("  `- Re: SV: Moult"))
        let words = home.petrel("thread", id, "--accessible")
        #expect(words.text.contains("Reply to aa3e85ac9e8ba3fb, level 3, in Sent"), "\(words.text)")
        #expect(ThreadBranchPrefix(isUTF8: true).prefix([true, false]) == "│ └─ ")
        let rows = home.petrel("list", "--threads", "from:alma", "subject:moult", columns: 80)
        #expect(rows.lines.allSatisfy { DisplayWidth.of($0) <= 80 } && rows.text.contains("|- Away"))
        #expect(home.petrel("list", "--conversations").lines.count < home.petrel("list").lines.count)
    }

    @Test("show --thread shows every message of a conversation in reading order")
    func wholeThread() throws {
        let home = try SampleHome()
        let run = home.petrel("show", "--thread", "ad5db8713fb6ae72")
        #expect(run.lines.count { $0.hasPrefix("---- ") } == 4 && run.text.contains("---- 1 of 4, 3a3ec3d5f378f519"))
        let json = try home.petrel("show", "--thread", "ad5db8713fb6ae72", "--json").list()
        #expect(json.count == 4 && json.allSatisfy { $0["text"] is String })
    }

    @Test("Long quotes are left out on a screen only, and shown on request")
    func quotes() throws {
        let home = try SampleHome(isEmpty: true)
        let quoted = (1...12).map { "> line \($0)\r\n" }.joined()
        try home.add("Subject: Re\r\nFrom: a@b.example\r\n\r\nYes.\r\n\r\n\(quoted)".utf8, to: "INBOX")
        let id = try #require(home.petrel("list", "--ids").lines.first)
        #expect(
            home.petrel("show", id, columns: 80).text.contains("[12 quoted lines, type: petrel show --quotes \(id)]"))
        #expect(home.petrel("show", id, "--quotes", columns: 80).text.contains("> line 12"))
        #expect(home.petrel("show", id).text.contains("> line 12"))
        #expect(home.petrel("show", id, "--no-quotes").text.contains("[12 quoted lines"))
        #expect(home.petrel("show", id, "--json", columns: 80).text.contains("> line 12"))
        #expect(home.petrel("config", "set", "quotes", "show").exitCode == .done)
        #expect(home.petrel("show", id, columns: 80).text.contains("> line 12"))
    }

    // MARK: - For programs

    @Test("Ids and fields are printed one per line or with NUL, all of them, and escaped", .holds("PX3"))
    func records() throws {
        let home = try SampleHome(isEmpty: true)
        let subject = "=?utf-8?q?a=09b=1B[31m=5C=C2=85=E2=80=AEx?="
        try home.add("Subject: \(subject)\r\nFrom: Ana <a@b.example>\r\n\r\nHi.\r\n".utf8, to: "INBOX")
        let ids = home.petrel("list", "--ids")
        #expect(ids.lines.count == 1 && ids.lines[0].count == 16)
        #expect(home.petrel("search", "hi", "-0").output == Array(ids.lines[0].utf8) + [0])
        let fields = home.petrel("list", "--format", "%(from)\\t%(subject)\\n%%")
        #expect(fields.text == "Ana <a@b.example>\ta\\tb\\x1b[31m\\\\\\x85\\u{202e}x\n%\n", "\(fields.text)")
        for wrong in ["%(nothing)", "%", "100%x", "\\q"] {
            let run = home.petrel("list", "--format", wrong)
            #expect(run.exitCode == .usage && run.output.isEmpty, "\(wrong)")
        }
        #expect(home.petrel("list", "--ids", "--format", "x").exitCode == .usage)
        let sample = try SampleHome()
        #expect(sample.petrel("search", "before:2100", "--ids", columns: 80).lines.count == 102)
        #expect(sample.petrel("show", "id:d923a3bad9770eb6").exitCode == .done)
    }

    @Test("Folders, drafts and the outbox have ids and formats too", .holds("PX3"))
    func otherRecords() throws {
        let home = try SampleHome()
        #expect(home.petrel("folders", "--ids").lines.contains("Lists/Swift"))
        let folders = home.petrel("folders", "--format", "%(account) %(name) %(messages) %(unread)")
        #expect(folders.lines.first?.hasPrefix("local INBOX 55 ") == true, "\(folders.text)")
        #expect(home.petrel("drafts", "--ids").lines == ["d1", "d2", "d3", "d4"])
        #expect(home.petrel("drafts", "--ids", "-0").output.count { $0 == 0 } == 4)
        let draft = home.petrel("drafts", "--format", "%(id)|%(bcc)|%(attachments)|%(date)").lines[1]
        #expect(draft.hasPrefix("d2|Alice Moreau <alice@example.org>|0|2026-10-08T17:19:13Z"), "\(draft)")
        #expect(home.petrel("send", "d2").text == "queued o1\n")
        #expect(home.petrel("outbox", "--format", "%(id) %(state) %(account)%(error)").text == "o1 queued local\n")
        #expect(home.petrel("outbox", "--ids").text == "o1\n")
        #expect(home.petrel("drafts", "--format", "%(state)").errorText.contains("Fields: id, account, to"))
    }

    @Test("renumber starts the message numbers at 1 again")
    func renumber() throws {
        let home = try SampleHome()
        let run = home.typing("list --limit 2", "renumber", "list in:Sent --limit 1", "quit")
        #expect(run.text.contains("Messages will be numbered from 1. Type: list"))
        let numbers = run.lines.compactMap { Int($0.drop { $0 == " " }.prefix { $0.isNumber }) }
        #expect(numbers == [1, 2, 1])
    }
}
