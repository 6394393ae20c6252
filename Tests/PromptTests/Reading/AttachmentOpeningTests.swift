import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Opening attachments", .holds("PX4", "C12"))
struct AttachmentOpeningTests {
    private static func message(_ name: String, _ content: String) -> [UInt8] {
        Array(
            """
            From: Ana Ruiz <ana@example.org>\r
            Subject: File\r
            Message-ID: <1@example.org>\r
            Content-Type: multipart/mixed; boundary=x\r
            \r
            --x\r
            Content-Type: application/octet-stream\r
            Content-Disposition: attachment; filename="\(name)"\r
            \r
            \(content)\r
            --x--\r

            """.utf8)
    }

    /// A home with a message, and a program in place of xdg-open that records its arguments.
    private func home(_ name: String, _ content: String = "text") throws -> SampleHome {
        let home = try SampleHome(isEmpty: true)
        try home.add(Self.message(name, content), to: "INBOX")
        let settings =
            #"{"opener": "sh -c 'stat -c %a:%n \"$(dirname \"$1\")\" \"$1\" >\"$0\"' \#(home.directory.path)/opened"}"#
        try Data(settings.utf8).write(to: home.directory.appending(path: "config.json"))
        return home
    }

    private func opened(_ home: SampleHome) throws -> [String] {
        let text = try String(contentsOf: home.directory.appending(path: "opened"), encoding: .utf8)
        return text.split(whereSeparator: { $0 == "\n" || $0 == ":" }).map { String($0) }
    }

    /// Runs the lines in a separate process, because starting other programs disables interrupts for the whole process.
    private func petrel(_ home: SampleHome, _ lines: String...) throws -> ProgramRun {
        try ProgramRun.run(
            ProjectFiles.petrel, ["--home", home.directory.path, "--keep-going"] + lines.flatMap { ["-c", $0] },
            environment: ["PATH": "/usr/bin:/bin"])
    }

    @Test("The program gets a private copy, and its name is printed")
    func copy() throws {
        let home = try home("plan.pdf")
        let run = try petrel(home, "list", "show 1", "open a1")
        #expect(run.text.contains("Opening plan.pdf (PDF, 4 bytes) with: sh -c"), "\(run.text) \(run.errorText)")
        // The mode and path of the directory, and those of the file in it.
        let opened = try opened(home)
        #expect(opened.count == 4 && opened[0] == "700" && opened[2] == "600", "\(opened)")
        #expect(try String(contentsOfFile: opened[3], encoding: .utf8) == "text")
        #expect(opened[3].hasSuffix("/plan.pdf") && opened[3].hasPrefix(home.directory.path + "/run/open-"))
    }

    static let programs: [(name: String, content: String)] = [
        ("invoice.pdf.desktop", "x"), ("run.SH", "x"), ("photo.exe", "x"), ("photo.png", "#!/bin/sh"),
        ("a.pdf", "[Desktop Entry]"), ("a.txt", "MZ\u{1}"), ("macro.js", "1"),
    ]

    @Test("Refuses to open an attachment that is a program", arguments: programs)
    func refused(_ row: (name: String, content: String)) throws {
        let home = try home(row.name, row.content)
        let run = home.typing("list", "open 1/a1", "quit")
        #expect(
            run.errorText.contains("is a program, and opening it would run it. It was not opened."), "\(run.errorText)"
        )
        #expect(throws: (any Error).self) { try opened(home) }
        #expect(!FileManager.default.fileExists(atPath: home.directory.path + "/run"))
    }

    @Test("Opens an attachment of the draft by its number, and reports a missing one")
    func draft() throws {
        let home = try home("plan.pdf")
        try Data("of mine".utf8).write(to: home.directory.appending(path: "mine.txt"))
        let run = try petrel(
            home, "new ben@example.org -s Plan -m Hi -a \(home.directory.path)/mine.txt", "open a1", "open a2", "close",
            "open a1", "open x")
        #expect(run.text.contains("Opening mine.txt (text, 7 bytes)"), "\(run.text)")
        #expect(run.errorText.contains("There is no a2 in this draft."))
        #expect(run.errorText.contains("Say of which message: open ID a1."), "\(run.errorText)")
        #expect(run.errorText.contains("Say which file:"))
        #expect(try opened(home)[3].hasSuffix("/mine.txt"))
    }

    @Test("A program that fails is reported by name")
    func failing() throws {
        let home = try home("plan.pdf")
        try Data(#"{"opener": "false"}"#.utf8).write(to: home.directory.appending(path: "config.json"))
        let run = try petrel(home, "list", "open 1 a1")
        #expect(run.exitCode == 69 && run.errorText.contains("false did not open it."), "\(run.errorText)")
    }
}
