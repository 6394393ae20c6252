import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Aliases and the startup file", .onOwnThreads)
struct AliasAndStartupFileTests {
    private let home: SampleHome

    init() throws {
        home = try SampleHome()
    }

    struct Expansion: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let typed: String
        let lines: [String]
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ typed: String, _ lines: String...) {
            (self.name, self.text, self.typed, self.lines) = (name, text, typed, lines)
        }
    }

    static let expansions = [
        Expansion("no words", "list date:today", "", "list date:today"),
        Expansion("words at the end", "list", "from:ana is:unread", "list from:ana is:unread"),
        Expansion("a word in its place", "move $1 Lists", "7", "move 7 Lists"),
        Expansion("all words", "archive $* ; next", "3 4", "archive 3 4", "next"),
        Expansion("words at the end of the last command", "list ; show", "3", "list", "show 3"),
        Expansion("a missing word", "move $1 $2", "7", "move 7 "),
        Expansion("a quoted word stays quoted", "search $1", "\"a ; b\"", "search \"a ; b\""),
        Expansion("a quoted semicolon", "search \";\" ; list", "", "search \";\"", "list"),
        Expansion("a semicolon in a word", "search a;b", "", "search a;b"),
        Expansion("only semicolons", ";", ""),
        Expansion("a dollar sign", "search $ $x $0", "", "search $ $x $0"),
    ]

    @Test("An alias becomes its command lines", arguments: expansions)
    func expansion(_ row: Expansion) {
        let alias = PromptAlias(name: "a", text: Array(row.text.utf8))
        #expect(alias.lines(Array(row.typed.utf8)[...]).map { String(decoding: $0, as: UTF8.self) } == row.lines)
    }

    @Test("An alias runs its commands with the words that follow it")
    func runs() {
        let run = home.petrel(
            [], typing: ["alias look set $1 ; drafts", "look suggest", "alias", "unalias look", "look suggest", "quit"])
        #expect(
            run.text.contains("suggest ") && run.text.contains("alias look set $1 ; drafts\n"), "\(run.text)"
        )
        #expect(run.errorText.contains("Unknown command \"look\"."), "\(run.errorText)")
    }

    @Test("An alias that calls itself, or means too many commands, ends with an error")
    func recursion() {
        let run = home.petrel(
            [],
            typing: [
                "alias again again", "again", "alias b1 b2 ; b2 ; b2", "alias b2 b3 ; b3 ; b3",
                "alias b3 b4 ; b4 ; b4", "alias b4 b5 ; b5 ; b5", "alias b5 drafts ; drafts ; drafts", "b1", "quit",
            ])
        #expect(run.errorText.contains("Unknown command \"again\"."), "\(run.errorText)")
        #expect(run.errorText.contains("That alias means more than 200 commands."), "\(run.errorText)")
    }

    @Test(
        "A name that is a command, a number or empty cannot be an alias",
        arguments: ["send", "drafts", "7", "a$b", "~x", "account", "\"a b\""])
    func names(_ name: String) {
        let run = home.petrel([], typing: ["alias \(name) list", "alias", "quit"])
        #expect(run.errorText.contains(" cannot be an alias"), "\(run.errorText)")
        #expect(run.errorText.contains("There are no aliases."), "\(run.errorText)")
    }

    @Test("The lines of the startup file are run first, and one that fails is reported with its number")
    func startup() throws {
        let lines = "# aliases\nalias mine drafts\nnonsense\n\nset suggest off\nset undo 10\n"
        let directory = home.directory
        try Data(lines.utf8).write(to: directory.appending(path: "startup"))
        let run = home.petrel([], typing: ["alias", "set suggest", "set color never", "quit"])
        #expect(!run.text.contains("undo is now") && !run.text.contains("suggest is now"), "\(run.text)")
        #expect(run.text.contains("color is now never"))
        #expect(run.errorText.contains("startup:3: Unknown command \"nonsense\"."), "\(run.errorText)")
        #expect(run.text.contains("alias mine drafts\n"), "\(run.text)")
    }

    @Test(
        "A command followed by a question mark shows its help",
        arguments: [("reply ?", "reply [ID]"), ("account add ?", "account add"), ("account ?", "account check")])
    func help(_ typed: String, _ shown: String) {
        let run = home.petrel([], typing: [typed, "quit"])
        #expect(run.text.contains(shown) && run.errorText.isEmpty, "\(run.text)\(run.errorText)")
    }
}
