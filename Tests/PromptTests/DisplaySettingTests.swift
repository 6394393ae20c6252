import Accounts
import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Settings", .holds("N03", "U03"))
struct DisplaySettingTests {
    @Test("Accessible mode can be switched on and off between commands")
    func accessible() throws {
        let home = try SampleHome()
        let run = home.typing(
            "list --limit 1", "set accessible on", "list --limit 1", "list --limit 1 --accessible",
            "set accessible off", "list --limit 1", "quit")
        let lists = run.lines.filter { $0.contains("Photo of the tower") }
        #expect(lists.count == 4 && lists[0] == lists[3] && lists[1] == lists[2] && lists[0] != lists[1], "\(run.text)")
    }

    @Test("In a script, a setting applies to the script only")
    func script() throws {
        let home = try SampleHome()
        let run = home.script("set accessible on", "list --limit 1")
        #expect(run.text.contains("Alice Moreau: Re: Photo of the tower, before it goes. Unread, 12 October 2026."))
        #expect(home.script("set accessible").text == "accessible -\n")
    }

    @Test("In accessible mode settings and contacts are sentences, and a script gets the lines of mutt's query_command")
    func accessibleLists() throws {
        let home = try SampleHome()
        let run = home.typing("set accessible on", "set undo", "set", "contacts alice", "config list", "quit")
        #expect(run.lines.contains("undo: not set."), "\(run.text)")
        #expect(run.lines.contains { $0.hasPrefix("bell: none. When the terminal rings.") }, "\(run.text)")
        #expect(run.lines.contains { $0.hasPrefix("account: not set. The account that") }, "\(run.text)")
        #expect(run.lines.contains { $0.hasPrefix("1. Alice Moreau, alice@example.org: ") }, "\(run.text)")
        #expect(home.petrel("contacts", "alice", "--accessible").text.contains("alice@example.org\tAlice Moreau\t"))
    }

    @Test("In accessible mode help has sentences instead of columns")
    func accessibleHelp() throws {
        let home = try SampleHome()
        let run = home.script("set accessible on", "help", "help all", "help archive", "help ~")
        #expect(run.text.contains("Read: inbox, list"), "\(run.text)")
        #expect(run.text.contains("\nExample: archive "), "\(run.text)")
        #expect(!run.text.contains("  "), "\(run.text)")
        let outside = home.petrel("help", "--accessible")
        #expect(outside.text.contains("\nOrganize: archive, delete, move, copy, "), "\(outside.text)")
    }

    @Test("In accessible mode the line is not repainted")
    func painting() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try PromptDriver(home)
        #expect(sitting.shown.contains(0x1B))
        sitting.enter("set accessible on")
        #expect(!sitting.enter("drafts").contains(0x1B))
        sitting.enter("set accessible off")
        #expect(sitting.enter("drafts").contains(0x1B))
    }

    @Test("Without the ticker, the end of the undo window is shown as a time")
    func ticker() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try PromptDriver(home)
        sitting.enter("set ticker off")
        sitting.enter("new ben@example.org -s Plan -m Hi")
        let shown = String(decoding: sitting.enter("send"), as: UTF8.self)
        #expect(shown.contains("at 12:00:05, in 5 seconds, "), "\(shown)")
        sitting.enter("undo")
        sitting.enter("set ticker on")
        #expect(String(decoding: sitting.enter("send"), as: UTF8.self).contains(" in 5 s "))
    }

    @Test("A short prompt shows only the kind of line")
    func shortPrompt() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing(
            "set prompt short", "drafts", "new ben@example.org -s Plan", "Hi", ".", "send", "undo", "quit")
        #expect(run.prompts == ["all> ", "> ", "> ", "d1| ", "d1| ", "d1> ", "(undo 5s)> ", "d1> "], "\(run.prompts)")
        #expect(home.typing("set prompt long", "quit").prompts == ["> ", "all> "])
    }

    @Test("The terminal bell rings for errors if set")
    func bell() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try PromptDriver(home)
        #expect(!sitting.enter("show 99").contains(0x07))
        sitting.enter("set bell error")
        #expect(sitting.enter("show 99").count { $0 == 0x07 } == 1)
        #expect(!sitting.enter("drafts").contains(0x07))
        sitting.enter("set bell mail")
        #expect(!sitting.enter("show 99").contains(0x07))
    }

    @Test("The events setting selects what is shown, and the events command lists all")
    func events() throws {
        let home = try SampleHome(isEmpty: true)
        let lines = ["new ben@example.org -s Plan -m Hi", "send", "now", "events", "quit"]
        for (value, isTold) in [("all", true), ("important", false), ("none", false)] {
            let session = PromptState(at: .zero)
            session.events = [
                "* o1 \"Plan\" waits in the outbox.", "! Couldn't send message.", "! Couldn't save draft: x",
            ]
            var manner = InterfaceSettings()
            manner.follow(.events, value)
            let told = session.takeEvents(for: manner)
            #expect(told.contains("* o1 \"Plan\" waits in the outbox.") == isTold, "\(value)")
            #expect(told.contains("! Couldn't send message.") == (value != "none"), "\(value)")
            #expect(told.contains("! Couldn't save draft: x"), "\(value)")
            #expect(session.told.count == 3 && session.events.isEmpty)
        }
        let run = home.petrel([], typing: ["set events none"] + lines)
        #expect(
            run.text.components(separatedBy: "waits in the outbox. No sending account yet").count > 1, "\(run.text)")
    }

    @Test("Without color there is no bold text")
    func color() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try PromptDriver(home)
        let bold = Array("\u{1B}[1m".utf8)
        #expect(!sitting.shown.split(separator: bold).dropFirst().isEmpty)
        sitting.enter("set color never")
        sitting.enter("new ben@example.org -s Plan -m *Hi*")
        let shown = sitting.enter("preview")
        #expect(shown.split(separator: bold).count == 1, "\(String(decoding: shown, as: UTF8.self).debugDescription)")
    }

    @Test("A message longer than the screen is shown in the pager, and a short one is not")
    func pager() throws {
        let home = try SampleHome(isEmpty: true)
        let lines = (1...40).map { "Line \($0)\r\n" }.joined()
        try home.add("Subject: Long\r\n\r\n\(lines)".utf8, to: "INBOX")
        try home.add("Subject: Short\r\n\r\nLine 1\r\n".utf8, to: "INBOX")
        let sitting = try PromptDriver(home, rows: 24)
        let list = String(decoding: sitting.enter("list"), as: UTF8.self).split(separator: "\r\n")
        let long = list.firstIndex { $0.contains("Long") } ?? 0
        let short = list.firstIndex { $0.contains("Short") } ?? 0
        let numbers = (long < short) ? ("1", "2") : ("2", "1")
        sitting.enter("set pager 'sed s/^/P:/'")
        let paged = String(decoding: sitting.enter("show \(numbers.0)"), as: UTF8.self)
        #expect(paged.contains("P:Line 1") && paged.contains("P:Line 40"), "\(paged)")
        let plain = String(decoding: sitting.enter("show \(numbers.1)"), as: UTF8.self)
        #expect(plain.contains("Line 1") && !plain.contains("P:"), "\(plain)")
        sitting.enter("set pager ''")
        #expect(!String(decoding: sitting.enter("show \(numbers.0)"), as: UTF8.self).contains("P:"))
    }
}
