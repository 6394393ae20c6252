import Foundation
import MailTestSupport
import Testing

@testable import REPL

@Suite("What is set", .holds("N03", "U03"))
struct SettingTests {
    @Test("Sentences instead of columns, and back, from the next command on")
    func accessible() throws {
        let home = try SampleHome()
        let run = home.typing(
            "list --limit 1", "set accessible on", "list --limit 1", "list --limit 1 --accessible",
            "set accessible off", "list --limit 1", "quit")
        let lists = run.lines.filter { $0.contains("Photo of the tower") }
        #expect(lists.count == 4 && lists[0] == lists[3] && lists[1] == lists[2] && lists[0] != lists[1], "\(run.text)")
    }

    @Test("In a script it holds for the script, and is not kept")
    func script() throws {
        let home = try SampleHome()
        let run = home.script("set accessible on", "list --limit 1")
        #expect(run.text.contains("Alice Moreau: Re: Photo of the tower, before it goes. Unread, 12 October 2026."))
        #expect(home.script("set accessible").text == "accessible -\n")
    }

    @Test("The line is not painted again for somebody who listens, as soon as they say so")
    func painting() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try PromptSitting(home)
        #expect(sitting.shown.contains(0x1B))
        sitting.enter("set accessible on")
        #expect(!sitting.enter("drafts").contains(0x1B))
        sitting.enter("set accessible off")
        #expect(sitting.enter("drafts").contains(0x1B))
    }

    @Test("Without the ticker, the end of the undo window is told by the clock")
    func ticker() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try PromptSitting(home)
        sitting.enter("set ticker off")
        sitting.enter("new ben@example.org -s Plan -m Hi")
        let shown = String(decoding: sitting.enter("send"), as: UTF8.self)
        #expect(shown.contains("at 12:00:05, in 5 seconds, "), "\(shown)")
        sitting.enter("undo")
        sitting.enter("set ticker on")
        #expect(String(decoding: sitting.enter("send"), as: UTF8.self).contains(" in 5 s "))
    }
}
