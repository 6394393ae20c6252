import Foundation
import InternetMessage
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Text that a script gives", .holds("C07", "C08"), .timeLimit(.minutes(1)))
struct PlainTextOfScriptsTests {
    private let home: SampleHome
    private static let text = "copy \\\\server\\share\\*.log to \\\\backup\\d$\n*ptr = *other; /* see *note* */"

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
    }

    /// Returns the text and whether there is HTML, of the only message in the outbox.
    private func sent() throws -> (text: String?, hasHTML: Bool) {
        let directory = home.mail.appending(path: "Outbox/cur")
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        let octets = try Data(contentsOf: try #require(files.first { $0.lastPathComponent.first != "." }))
        let message = String(decoding: octets, as: UTF8.self)
        #expect(!message.contains("X-Petrel-Text"), "\(message)")
        let text = try home.petrel("show", "o1", "--json").object["text"] as? String
        return (text, message.contains("Content-Type: text/html"))
    }

    private func pipe(_ words: String...) throws -> ProgramRun {
        try ProgramRun.run(
            ProjectFiles.petrel, ["--home", home.directory.path] + words, input: Data((Self.text + "\n").utf8))
    }

    @Test("From a pipe or an option, it is sent exactly as it is, without HTML")
    func plain() throws {
        #expect(try pipe("new", "ana@example.org", "-s", "Plan", "--send").exitCode == 0)
        #expect(try sent() == (Self.text + "\n", false))
        #expect(home.petrel("new", "ana@example.org", "-s", "Plan", "-m", Self.text, "--send").exitCode == .done)
        #expect(home.petrel("source", "o2").text.contains("*ptr = *other; /* see *note* */"))
        #expect(!home.petrel("source", "o2").text.contains("text/html"))
    }

    @Test("With --markup, it has bold and italic words and links")
    func markup() throws {
        #expect(try pipe("new", "ana@example.org", "-s", "Plan", "--send", "--markup").exitCode == 0)
        #expect(try sent() == (Self.text + "\n", true))
    }

    @Test("A draft stays plain until it is sent, also when it was taken back from the outbox")
    func draft() throws {
        #expect(try pipe("new", "ana@example.org", "-s", "Plan", "--draft").exitCode == 0)
        let shown = home.typing("resume d1", "preview", "body -m 'See *below*.'", "send --undo 0", "quit")
        #expect(shown.text.contains("Format   plain text\n"), "\(shown.text)")
        #expect(try !sent().hasHTML)
        let again = home.typing("resume o1", "preview", "close", "quit")
        #expect(again.text.contains("Format   plain text\n"), "\(again.text)")
        #expect(home.petrel("send", "d1").exitCode == .done)
        #expect(home.petrel("source", "o2").text.contains("*note*"))
        #expect(!home.petrel("source", "o2").text.contains("text/html"))
    }

    @Test("At the prompt, text has markup, and a command for it makes plain text have it", .holds("U03"))
    func prompt() throws {
        let typed = home.typing("new ana@example.org -s Plan -m 'On *Thursday*'", "preview", "close", "quit")
        #expect(typed.text.contains("Format   plain text and HTML\n"), "\(typed.text)")
        _ = home.petrel("new", "ana@example.org", "-s", "Plan", "-m", "On Thursday\n*x* y", "--draft")
        let bold = home.typing(
            "resume d2", "plain x", "bold Thursday", "preview", "undo", "preview", "redo", "close", "quit")
        #expect(bold.errorText.contains("That is plain already."), "\(bold.errorText)")
        #expect(
            bold.errorText.contains("This text was plain; now its stars, brackets and backslashes are markup, too."))
        #expect(bold.text.contains("Format   plain text and HTML\n"), "\(bold.text)")
        #expect(bold.text.contains("Format   plain text\n"), "\(bold.text)")
        #expect(home.petrel("send", "d2").exitCode == .done)
        #expect(home.petrel("source", "o1").text.contains("<b>Thursday</b>"))
    }

    @Test("Lines of a script for the prompt are plain text, too")
    func promptScript() throws {
        let run = home.script("new ana@example.org -s Plan", "/* see *note* */", ".", "send", "quit")
        #expect(run.exitCode == .done, "\(run.errorText)")
        #expect(try sent() == ("/* see *note* */\n", false))
    }

    @Test("A template keeps its markup, unless text is given")
    func template() throws {
        _ = home.typing("new ben@example.org -s Plan -m 'On **Thursday**'", "template save weekly", "close", "quit")
        let run = try ProgramRun.run(
            ProjectFiles.petrel,
            ["--home", home.directory.path, "new", "ana@example.org", "--template", "weekly", "--send"], input: Data())
        #expect(run.exitCode == 0)
        #expect(try sent() == ("On **Thursday**\n", true))
        let other = home.petrel(
            "new", "ana@example.org", "--template", "weekly", "-m", "See *note*.", "--send", "--json")
        #expect(other.exitCode == .done && !home.petrel("source", "o2").text.contains("text/html"))
    }
}
