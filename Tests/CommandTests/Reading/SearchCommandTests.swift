import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Searching and saved searches", .timeLimit(.minutes(1)))
struct SearchCommandTests {
    @Test(
        "An invalid search is refused with what to type instead, and never answered as text",
        arguments: [
            (["form:ana"], "from:"), (["foo:bar"], "double quotes"), (["plan", "or"], "after \"or\""),
            (["(plan"], "not closed"), (["@nothing"], "folders"), (["--sort", "size", "plan"], "relevance"),
            ([], "help search"), (["--save", "two words", "plan"], "letters"), (["--save", "x"], "help search"),
            (["--forget", "x", "plan"], "nothing else"),
        ])
    func refused(_ words: [String], _ hint: String) throws {
        let run = try SampleHome().petrel((["search"] + words).map { Array($0.utf8) })
        #expect(run.exitCode == .usage && run.text.isEmpty)
        #expect(run.errorText.contains(hint), "\(run.errorText)")
    }

    @Test(
        "A search for a folder or an account that does not exist fails, and names what is like it",
        arguments: [
            ("in:nowhere", "There is no folder nowhere. Type: petrel folders", "noSuchFolder"),
            ("in:Archve or from:ana", "Did you mean: Archive? ", "noSuchFolder"),
            ("account:locl", "There is no account locl. Did you mean: local? ", "noSuchAccount"),
            ("-account:zzz", "Accounts: local. Type: petrel account list", "noSuchAccount"),
        ])
    func unknown(_ query: String, _ hint: String, _ code: String) throws {
        let home = try SampleHome()
        let run = home.petrel("search", query)
        #expect(run.exitCode == .noInput && run.text.isEmpty && run.errorText.contains(hint), "\(run.errorText)")
        #expect(try home.petrel("search", query, "--json").errorCode == code)
        #expect(home.petrel("search", "account:LOCAL", "cable", "in:Trash").exitCode == .done)
    }

    @Test("from:me and to:me mean the addresses of the accounts")
    func own() throws {
        let home = try SampleHome()
        #expect(home.petrel("account", "add", "work", "--address", "alice@example.org").exitCode == .done)
        let found = home.petrel("search", "from:me", "--account", "local", "--ids").lines
        #expect(!found.isEmpty && found == home.petrel("search", "from:alice@example.org", "--ids").lines)
    }

    @Test("--json is refused together with what prints text")
    func textOnly() throws {
        let home = try SampleHome()
        let id = try #require(home.petrel("list", "--ids").lines.first)
        for words in [
            ["list", "--format", "x"], ["search", "cable", "--ids"], ["folders", "-0"], ["drafts", "--ids"],
            ["drafts", "export", "d1"], ["pipe", id, "cat"], ["source", id],
        ] {
            let run = home.petrel((words + ["--json"]).map { Array($0.utf8) })
            #expect(run.exitCode == .usage, "\(words)")
            #expect(try run.errorCode == "usage", "\(words)")
        }
    }

    @Test("Operators combine, also over several arguments, and a minus sign excludes a word")
    func combined() throws {
        let home = try SampleHome()
        let all = try home.petrel("search", "*", "--json").list().count
        let cable = try home.petrel("search", "subject:cable", "--json").list().count
        #expect(cable == 1 && all > 2)
        #expect(try home.petrel("search", "not subject:cable", "--json").list().count == all - 1)
        #expect(try home.petrel("search", "-cable", "or", "subject:cable", "--json").list().count == all)
        #expect(try home.petrel("search", "subject:(cable or nothing)", "--json").list().count == 1)
        #expect(try home.petrel("list", "cable", "-cable", "--json").list().isEmpty)
        #expect(try home.petrel("search", "cable", "--sort", "relevance", "--limit", "1", "--json").list().count == 1)
    }

    @Test("A saved search is listed with the folders, opened by name and forgotten")
    func saved() throws {
        let home = try SampleHome()
        #expect(home.petrel("search", "--save", "wires", "subject:cable").exitCode == .done)
        #expect(home.petrel("folders").text.contains("@wires"))
        #expect(try home.petrel("search", "@wires", "--json").list().count == 1)
        #expect(try home.petrel("list", "@wires", "-subject:cable", "--json").list().isEmpty)
        #expect(home.petrel("search", "--save", "other", "@wires or plan").exitCode == .usage)
        #expect(home.petrel("config", "set", "undo", "10").exitCode == .done)
        #expect(
            home.petrel("folders", "--json").text.contains(
                "\"name\":\"wires\",\"query\":\"subject:cable\",\"messages\":1"))
        #expect(home.petrel("search", "--forget", "wires").exitCode == .done)
        #expect(home.petrel("search", "--forget", "wires").exitCode == .noInput)
        #expect(!home.petrel("folders").text.contains("@wires"))
        #expect(home.petrel("search", "@wires").exitCode == .usage)
    }

    @Test("Search results have pages, trees, conversations, ids and formats as lists do, in either order")
    func forms() throws {
        let home = try SampleHome()
        for order in ["date", "relevance"] {
            let run = home.typing("search the or a or to --sort \(order) --limit 5", "next", "previous", "quit")
            let numbers = run.lines.compactMap { Int($0.prefix(3).filter { $0 != " " }) }
            #expect(numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 3, 4, 5], "\(order): \(numbers)")
        }
        let all = try home.petrel("search", "moult or cable", "--json").list().count
        let ids = home.petrel("search", "moult or cable", "--ids")
        #expect(all > 2 && ids.lines.count == all && ids.lines.allSatisfy { $0.utf8.count == 16 })
        let null = home.petrel("search", "moult or cable", "--sort", "relevance", "--null")
        #expect(null.text.utf8.count { $0 == 0 } == all && null.text.contains(ids.lines[0]))
        let subjects = home.petrel("search", "subject:cable", "--format", "%(subject)")
        #expect(subjects.lines.count == 1 && subjects.text.contains("able"))
        #expect(home.petrel("search", "moult", "--threads").text.contains("`- Re: SV: Moult"))
        #expect(home.petrel("search", "moult", "--conversations").text.contains("messages"))
    }

    @Test("A saved search is a place at the prompt, as a folder is")
    func place() throws {
        let home = try SampleHome()
        let run = home.typing(
            "search --save wires subject:cable", "folder @wires", "list", "folder @nothing", "folder all", "quit")
        #expect(run.lines.count { $0.hasPrefix("  1  ") } == 1 && !run.lines.contains { $0.hasPrefix("  2  ") })
        #expect(run.errorText.contains("There is no saved search @nothing."), "\(run.errorText)")
    }

    @Test("Tab completes the numbers of the list and, in a shell, ids; both are shown with the subjects")
    func completion() throws {
        let home = try SampleHome()
        let ids = home.petrel("list", "--limit", "20", "--ids").lines
        let shell = home.petrel("complete", "--", "show", "")
        #expect(shell.lines.map { String($0.prefix(16)) } == ids && shell.text.contains("Photo of the tower"))
        let sitting = try PromptDriver(home)
        sitting.enter("list")
        let shown = String(decoding: sitting.enter("headers \t\t"), as: UTF8.self)
        #expect(shown.contains("Photo of the tower"), "\(shown)")
        let operators = String(decoding: sitting.enter("search sub\tcable"), as: UTF8.self)
        #expect(operators.contains("search subject:cable"), "\(operators)")
        sitting.enter("quit")
        #expect(sitting.end() == 0)
    }

    @Test("A filter whose quotes the shell has removed still names a phrase, so that a change affects no other mail")
    func filters() throws {
        let home = try SampleHome()
        let run = home.petrel("flag", "subject:cable anything", "--yes")
        #expect(run.exitCode == .done, "\(run.errorText)")
        #expect(try home.petrel("search", "is:flagged subject:cable", "--json").list().isEmpty)
    }
}
