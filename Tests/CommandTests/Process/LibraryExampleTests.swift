import Foundation
import MailTestSupport
import Testing

/// The programs in docs/examples, which show how to use the modules as libraries.
@Suite("Examples of the libraries")
struct LibraryExampleTests {
    private static func run(_ name: String, _ arguments: String...) throws -> ProgramRun {
        try ProgramRun.run(URL(filePath: TerminalProgram.program(name)), arguments)
    }

    @Test("ParseMessage prints subject, sender and parts")
    func message() throws {
        let expected = ["Plan", "Zoë zoe@example.org", "text/plain ", "application/pdf plan.pdf", ""]
        #expect(try Self.run("ParseMessage").text.components(separatedBy: "\n") == expected)
    }

    @Test("IMAPSession completes a command")
    func imap() throws {
        let run = try Self.run("IMAPSession")
        #expect(run.exitCode == 0 && run.text.hasSuffix("in flight: false\n"), "\(run.text)\(run.errorText)")
    }

    @Test("SMTPReplies parses a reply in pieces and stuffs dots")
    func smtp() throws {
        #expect(try Self.run("SMTPReplies").text == "250 3\n[\"..hidden\", \".\"]\n")
    }

    @Test("ListMaildir lists the sample INBOX")
    func maildir() throws {
        let run = try Self.run("ListMaildir", ProjectFiles.sampleMaildir.appending(path: "INBOX").path)
        #expect(run.exitCode == 0 && run.text.contains("Photo of the tower, before it goes"), "\(run.text)")
    }
}
