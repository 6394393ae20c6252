import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("An editor that leaves an empty file", .holds("C18"), .timeLimit(.minutes(1)))
struct EmptiedEditorFileTests {
    private let home: SampleHome

    init() throws { home = try SampleHome(isEmpty: true) }

    private func makeEditor(_ script: String) throws {
        let editor = home.directory.appending(path: "editor")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: editor)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path)
    }

    private func run(_ lines: String...) -> CommandRun {
        home.petrel([], typing: ["set editor \(home.directory.path)/editor"] + lines)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String
        let text: String
        let command: String
        let next: String

        init(_ name: String, _ script: String, text: String = "A long\nletter", _ command: String, next: String) {
            testDescription = name
            self.script = script
            self.text = text
            self.command = command
            self.next = next
        }
    }

    static let rows = [
        Row("the text", ": > \"$1\"", "edit", next: "To remove its text, type: cut 1-2"),
        Row("a text of one line", ": > \"$1\"", text: "Hello", "edit", next: "To remove its text, type: cut 1"),
        Row("only blanks and line ends are left", "printf ' \\t\\r\\n\\n' > \"$1\"", "edit", next: "type: cut 1-2"),
        Row("header and text", ": > \"$1\"", "edit all", next: "To remove its text, type: cut 1-2"),
        Row("a header without text", ": > \"$1\"", text: "", "edit all", next: "To delete the draft, type: discard"),
    ]

    @Test("The draft keeps its text and header, and petrel says how to remove them", arguments: rows)
    func emptied(_ row: Row) throws {
        try makeEditor(row.script)
        let message = row.text.isEmpty ? ["--draft"] : ["-m", row.text, "--draft"]
        _ = home.petrel((["new", "ana@example.org", "-s", "Plan"] + message).map { Array($0.utf8) })
        let run = run("resume d1", row.command, "edit again", "close", "quit")
        #expect(run.errorText.contains("The edited file is empty, so the draft was not changed."), "\(run.errorText)")
        #expect(run.errorText.contains(row.next), "\(run.errorText)")
        #expect(run.errorText.contains("No edited text of this draft was kept."), "\(run.errorText)")
        let draft = try home.petrel("show", "d1", "--json").object
        #expect(draft["text"] as? String == (row.text.isEmpty ? "" : row.text + "\n"))
        #expect(draft["subject"] as? String == "Plan" && (draft["to"] as? [Any])?.count == 1)
    }

    @Test("A script ends there, and sends nothing")
    func script() throws {
        try makeEditor(": > \"$1\"")
        _ = home.petrel("new", "ana@example.org", "-s", "Plan", "-m", "Hello", "--draft")
        _ = home.petrel("config", "set", "editor", "\(home.directory.path)/editor")
        #expect(home.script("resume d1", "edit", "send").exitCode == .dataError)
        #expect(home.petrel("outbox").lines.isEmpty)
    }

    @Test("A draft without text may stay so, and a header may lose its text")
    func wanted() throws {
        try makeEditor(": > \"$1\"")
        #expect(run("new ana@example.org -s Plan -m ''", "edit", "close", "quit").errorText.isEmpty)
        try makeEditor("sed -i '1,/^$/!d' \"$1\"")
        let run = run("new ana@example.org -s Plan -m Hello", "edit all", "close", "quit")
        #expect(run.errorText.isEmpty, "\(run.errorText)")
        #expect(try home.petrel("show", "d2", "--json").object["text"] as? String == "")
    }

    @Test("If petrel ends before the editor does, no version without text is kept")
    func interrupted() throws {
        try makeEditor(": > \"$1\"; exit 1")
        _ = run("new ana@example.org -s Plan -m Hello", "edit", "close", "quit")
        #expect(!home.typing("quit").text.contains("An editor had saved text"))
        #expect(try home.petrel("recover", "--json").list("versions").isEmpty)
    }
}
