import Foundation
import MailTestSupport
import Testing

@testable import REPL

@Suite("Saying who one is", .holds("K03", "N03"))
struct SetupTests {
    @Test("Name and address are asked for, checked, and hold for what is written next")
    func setup() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing(
            "setup", "n", "Kim Park", "kim at example", "kim@example.net", "y", "new ben@example.org -s Plan -m Hi",
            "quit")
        #expect(run.text.contains("To say who you are, type: setup"))
        #expect(run.errorText.contains("\"kim at example\" is no address of mail."))
        #expect(home.petrel("drafts", "export", "d1").text.contains("From: Kim Park <kim@example.net>\r\n"))
        #expect(home.petrel("account", "list").text.contains("kim@example.net"))
        #expect(!home.typing("quit").text.contains("setup"))
    }

    @Test(
        "Whoever leaves changes nothing, wherever that is", arguments: [["quit"], ["n", "quit"], ["n", "K", "quit"]])
    func left(_ answers: [String]) throws {
        let home = try SampleHome(isEmpty: true)
        let typed = ["setup"] + answers + ["quit"]
        let run = home.petrel([], typing: typed)
        #expect(run.exitCode == .done)
        let again = home.typing("setup", "n", "Kim", "kim@example.net", "n", "quit")
        #expect(again.text.contains("Nothing was saved.") && !home.petrel("account", "list").text.contains("@"))
    }

    @Test("Who uses a screen reader says so once")
    func accessible() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.typing("setup", "y", "Kim", "kim@example.net", "", "quit")
        #expect(home.typing("set accessible", "quit").text.contains("accessible on"))
        #expect(home.petrel("setup").exitCode == .usage)
    }
}
