import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("An editor that petrel does not wait for until its end", .holds("PD1", "C18"), .timeLimit(.minutes(1)))
struct InterruptedEditorTests {
    private let home: SampleHome
    private let said = "An editor had saved text of d1 that petrel did not read before it ended."

    init() throws { home = try SampleHome(isEmpty: true) }

    private func makeEditor(_ script: String) throws {
        let editor = home.directory.appending(path: "editor")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: editor)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path)
    }

    /// Types the lines at petrel's prompt, which the editor can kill.
    private func run(_ lines: String...) throws -> ProgramRun {
        let script = "echo $$ > \"$1/pid\"; exec \"$0\" --home \"$1\""
        return try ProgramRun.run(
            URL(filePath: "/bin/sh"), ["-c", script, ProjectFiles.petrel.path, home.directory.path],
            input: Data(lines.map { $0 + "\n" }.joined().utf8),
            environment: ["EDITOR": "\(home.directory.path)/editor"])
    }

    private var kill: String { "kill -9 $(cat \(home.directory.path)/pid)" }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.directory.appending(path: "state/local/edits").path)
    }

    static let rows: [(edit: String, isKilled: Bool)] = [
        ("edit", true), ("edit all", true), ("edit", false), ("edit all", false),
    ]

    @Test("Its text is a version of the draft after the next start, which says so once", arguments: rows)
    func saved(_ row: (edit: String, isKilled: Bool)) throws {
        try makeEditor("echo 'From the editor.' >> \"$1\"; cp \"$1\" \"$1~\"; \(row.isKilled ? kill : "exit 1")")
        _ = try run("new ana@example.org -s Plan -m Hello", row.edit, "close", "quit")
        let next = home.typing("resume d1", "edit again", "close", "quit")
        #expect(next.text.contains(said), "\(next.text)")
        #expect(next.errorText.contains("No edited text of this draft was kept. Type: edit, or"), "\(next.errorText)")
        #expect(try files().isEmpty)
        #expect(try home.petrel("show", "d1", "--json").object["text"] as? String == "Hello\n")
        let versions = try home.petrel("recover", "--json").list("versions")
        #expect(versions.map { $0["id"] as? String } == ["d1"] && versions[0]["subject"] as? String == "Plan")
        #expect(home.petrel("recover", "d1").text == "Brought back as d2\n")
        let text = try home.petrel("show", "d2", "--json").object["text"] as? String
        #expect(text == "Hello\nFrom the editor.\n")
        #expect(home.petrel("drafts", "export", "d2").text.contains("To: ana@example.org"))
        #expect(!home.typing("quit").text.contains(said))
    }

    @Test("A file with an error in its header is kept as text")
    func wrongHeader() throws {
        try makeEditor("sed -i s/^Subject/Suject/ \"$1\"; \(kill)")
        _ = try run("new ana@example.org -s Plan -m Hello", "edit all")
        #expect(home.typing("quit").text.contains(said))
        #expect(home.petrel("recover", "d1").exitCode == .done)
        let text = try home.petrel("show", "d2", "--json").object["text"] as? String
        #expect(text?.contains("Suject: Plan\n\nHello\n") ?? false, "\(text ?? "")")
    }

    @Test("A text that was not changed is not kept")
    func unchanged() throws {
        try makeEditor(kill)
        _ = try run("new ana@example.org -s Plan -m Hello", "edit")
        #expect(try !files().isEmpty)
        #expect(!home.typing("quit").text.contains(said))
        #expect(try files().isEmpty && home.petrel("recover", "--json").list("versions").isEmpty)
    }

    @Test("The text of a draft that is gone can be restored")
    func gone() throws {
        try makeEditor("echo 'From the editor.' >> \"$1\"; \(kill)")
        _ = try run("new ana@example.org -s Plan -m Hello", "edit")
        try FileManager.default.removeItem(at: home.mail.appending(path: "Drafts"))
        #expect(home.typing("quit").text.contains(said))
        #expect(home.petrel("recover", "d1").exitCode == .done)
        let text = try home.petrel("show", "d1", "--json").object["text"] as? String
        #expect(text == "Hello\nFrom the editor.\n")
    }

    @Test("Another edit keeps the text of one that did not end well")
    func again() throws {
        try makeEditor("echo Failed. >> \"$1\"; exit 1")
        let run = try run("new ana@example.org -s Plan -m Hello", "edit")
        #expect(run.errorText.contains("To continue, type: edit again"), "\(run.errorText)")
        let next = home.petrel(
            [], typing: ["resume d1", "set editor false", "edit", "edit", "quit"])
        #expect(next.text.contains(said), "\(next.text)")
        #expect(try home.petrel("recover", "--json").list("versions").count == 1)
        try makeEditor("echo More. >> \"$1\"; exit 1")
        let third = home.typing("resume d1", "set editor \(home.directory.path)/editor", "edit", "edit", "quit")
        #expect(
            third.errorText.contains("The text of the edit before, which was not used, is kept."), "\(third.errorText)")
        #expect(try home.petrel("recover", "--json").list("versions").count == 2)
    }
}
