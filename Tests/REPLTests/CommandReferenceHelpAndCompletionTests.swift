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

    @Test("Completion follows the declaration of a command", arguments: rows)
    func completion(_ row: Row) {
        let completer = Completer(.program, Console.inMemory())
        let found = completer.candidates(for: Array(row.typed.utf8), after: row.words.map { Array($0.utf8) })
        #expect(found.map(\.text) == row.found)
    }
}
