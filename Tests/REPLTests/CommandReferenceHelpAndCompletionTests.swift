import Foundation
import LineEditing
import MailTestSupport
import Terminal
import Testing

@testable import REPL

@Suite("Command reference")
struct CommandReferenceHelpAndCompletionTests {
    private static func file(_ path: String) throws -> String {
        try String(contentsOf: ProjectFiles.root.appending(path: path), encoding: .utf8)
    }

    @Test("README.md contains the table of all commands")
    func readme() throws {
        #expect(try Self.file("README.md").contains(CommandReferenceFormatter.table), "Run: make docs")
    }

    @Test("docs/commands.md is generated from the declarations")
    func reference() throws {
        #expect(try Self.file("docs/commands.md") == CommandReferenceFormatter.reference, "Run: make docs")
    }

    @Test("The first screen of help fits 24 lines of 80 columns")
    func firstScreen() {
        let atPrompt = HelpFormatter(.prompt).quickReference(of: .prompt)
        let inDraft = HelpFormatter(.compose).quickReference(of: .draft)
        for text in [HelpFormatter(.program).overview, atPrompt, inDraft] {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 24 && lines.allSatisfy { DisplayWidth.of(String($0)) < 80 }, "\(text)")
        }
    }

    @Test("Every command is in one group, has a summary and details, and its name is unique")
    func groups() {
        for table in [CommandTable.program, .prompt, .compose] {
            let commands = table.groups.flatMap(\.commands)
            #expect(commands.allSatisfy { !$0.summary.isEmpty && !$0.details.isEmpty })
            let places: [Command.Place] = [.program, .prompt, .draft]
            for place in places {
                let names = commands.filter { $0.places.contains(place) }.flatMap(\.names)
                #expect(Set(names).count == names.count, "\(names)")
            }
        }
    }

    @Test("Help is wrapped between words")
    func wrapping() {
        let words = Set(
            CommandGroup.all.flatMap(\.commands).flatMap { "\($0.details) \($0.summary)".split { $0.isWhitespace } })
        let shown = Set(HelpFormatter(.program).everything.split { $0.isWhitespace })
        let summaries = CommandTable.program.groups.flatMap(\.commands).flatMap { $0.summary.split { $0.isWhitespace } }
        #expect(summaries.allSatisfy { words.contains($0) && shown.contains($0) })
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let words: [String]
        let typed: String
        let found: [String]
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "a command", words: [], typed: "sendm", found: ["sendmail"]),
        Row(name: "the second word of a command", words: ["outbox"], typed: "re", found: ["retry", "resume"]),
        Row(name: "an option of a command", words: ["sync"], typed: "--d", found: ["--dry-run"]),
        Row(name: "a global option", words: ["sync"], typed: "--q", found: ["--quiet"]),
        Row(name: "a choice", words: ["completions"], typed: "", found: ["bash", "zsh", "fish"]),
        Row(name: "the value of an option", words: ["account", "add", "x", "--sent"], typed: "p", found: ["probe"]),
        Row(name: "a command behind help", words: ["help"], typed: "fs", found: ["fsck"]),
        Row(name: "an operator of a query", words: ["search", "plan"], typed: "fr", found: ["from:"]),
        Row(name: "an excluded operator", words: ["search"], typed: "-sub", found: ["-subject:"]),
        Row(name: "an operator in parentheses", words: ["search"], typed: "(sub", found: ["(subject:"]),
        Row(name: "another program's operator", words: ["list"], typed: "newer_", found: ["newer_than:"]),
        Row(name: "a state", words: ["search"], typed: "is:un", found: ["is:unread"]),
        Row(name: "a period", words: ["search"], typed: "date:last_m", found: ["date:last_month"]),
        Row(
            name: "an operator of a command on messages", words: ["archive"], typed: "tag:f",
            found: ["tag:flagged", "tag:forwarded"]),
        Row(name: "nothing behind all operands", words: ["completions", "bash"], typed: "", found: []),
    ]

    /// At the prompt on Thursday, 9 October 2025 at 8:53.
    static let planned = [
        Row(name: "the words of a plan", words: ["send", "d1"], typed: "", found: ["at", "in"]),
        Row(
            name: "times", words: ["send", "d1", "at"], typed: "",
            found: [
                "today 12:00", "today 18:00", "today 21:00", "tomorrow 8:00", "tomorrow 13:00", "saturday 9:00",
                "sunday 9:00", "monday 9:00", "tuesday 9:00", "wednesday 9:00",
            ]),
        Row(
            name: "times of a day that begins so", words: ["send", "d1", "at"], typed: "tom",
            found: ["tomorrow 8:00", "tomorrow 13:00"]),
        Row(name: "a day of the week", words: ["send", "d1", "at"], typed: "Th", found: ["thursday 9:00"]),
        Row(
            name: "the rest of a time", words: ["send", "d1", "at", "mon"], typed: "1",
            found: ["12:00", "13:00", "15:00", "18:00"]),
        Row(
            name: "a time that has not passed", words: ["send", "d1", "at", "today"], typed: "",
            found: ["9:00", "12:00", "13:00", "15:00", "18:00", "21:00"]),
        Row(name: "a time without a day", words: ["send", "d1", "at"], typed: "8", found: ["8:00"]),
        Row(name: "nothing that is no time", words: ["send", "d1", "at"], typed: "soon", found: []),
        Row(name: "delays", words: ["send", "d1", "in"], typed: "2", found: ["2h", "2d"]),
        Row(
            name: "the value of --at", words: ["send", "d1", "--at"], typed: "tomorrow 1",
            found: ["tomorrow 12:00", "tomorrow 13:00", "tomorrow 15:00", "tomorrow 18:00"]),
    ]

    @Test("Completion offers times to send at that have not passed, with their dates", arguments: planned)
    func plannedTimes(_ row: Row) {
        var console = Console.inMemory()
        console.session = PromptState(at: .zero)
        let completer = Completer(.prompt, console)
        let found = completer.candidates(for: Array(row.typed.utf8), after: row.words.map { Array($0.utf8) })
        #expect(found.map(\.text) == row.found)
        if row.words.count > 2 { #expect(found.allSatisfy { $0.shown.contains(" 2025 at ") }, "\(found)") }
    }

    @Test("A time is completed as words of the line, and a shell completes one word at a time")
    func plannedWords() throws {
        var console = Console.inMemory()
        let shell = Completer(.program, console)
        #expect(
            shell.candidates(for: Array("t".utf8), after: ["send", "d1", "at"].map { Array($0.utf8) }).map(\.text)
                == ["today", "tomorrow", "tuesday", "thursday"])
        let session = PromptState(at: .zero)
        console.session = session
        let line = "send d1 at tomorrow 8"
        let found = PromptCompletion(session, console).completion(of: line, line.utf8.count)
        #expect(found.replaced == 20..<21 && found.candidates.map(\.text) == ["8:00"])
        #expect(found.candidates.first?.shown == "tomorrow 8:00, Fri, 10 Oct 2025 at 08:00 +0000")
        let whole = PromptCompletion(session, console).completion(of: "send d1 at tod", 14)
        #expect(whole.candidates.first?.text == "today 12:00")
    }

    @Test("Completion follows the declaration of a command", arguments: rows)
    func completion(_ row: Row) {
        let completer = Completer(.program, Console.inMemory())
        let found = completer.candidates(for: Array(row.typed.utf8), after: row.words.map { Array($0.utf8) })
        #expect(found.map(\.text) == row.found)
    }
}
