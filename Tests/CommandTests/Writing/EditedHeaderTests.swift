import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Recipients and subject in an edited header", .holds("C01"))
struct EditedHeaderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The command of sed that edits the file.
        let edit: String
        let header: [String]

        init(_ name: String, _ edit: String, _ header: String...) {
            testDescription = name
            self.edit = edit
            self.header = header
        }
    }

    static let rows = [
        Row("the line of Bcc is deleted", "/^Bcc/d", "To: ana@example.org", "Cc: cy@example.org", "Subject: Plan"),
        Row("the line of Cc is deleted", "/^Cc/d", "To: ana@example.org", "Bcc: eve@example.org", "Subject: Plan"),
        Row("the line of To is deleted", "/^To/d", "Cc: cy@example.org", "Bcc: eve@example.org", "Subject: Plan"),
        Row("the whole header is deleted", "1,/^$/{/./d}", "Subject:"),
        Row(
            "the addresses are deleted", "s/^Bcc:.*/Bcc:/", "To: ana@example.org", "Cc: cy@example.org",
            "Subject: Plan"),
        Row(
            "two lines of To", "s/^To:.*/To: one@example.org\\nTo: two@example.org/",
            "To: one@example.org, two@example.org", "Cc: cy@example.org", "Bcc: eve@example.org", "Subject: Plan"),
        Row(
            "two lines of Bcc, apart and in other case",
            "s/^Bcc:.*/bcc: one@example.org/; s/^Subject/BCC: two@example.org\\n&/",
            "To: ana@example.org", "Cc: cy@example.org", "Bcc: one@example.org, two@example.org", "Subject: Plan"),
        Row(
            "groups", "s/^To:.*/To: Team: ben@example.org, dan@example.org;, hidden:;/",
            "To: Team: ben@example.org, dan@example.org;, hidden:;", "Cc: cy@example.org", "Bcc: eve@example.org",
            "Subject: Plan"),
        Row(
            "an error: two subjects", "s/^Subject.*/&\\nSubject: Other/", "To: ana@example.org", "Cc: cy@example.org",
            "Bcc: eve@example.org", "Subject: Plan"),
    ]

    @Test("A field without a line is empty, and all lines of a field count", arguments: rows)
    func header(_ row: Row) throws {
        let home = try SampleHome(isEmpty: true)
        let editor = home.directory.appending(path: "editor")
        try Data("#!/bin/sh\nsed -i '\(row.edit)' \"$1\"\n".utf8).write(to: editor)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path)
        let run = home.typing(
            "set editor \(editor.path)", "new ana@example.org -c cy@example.org -b eve@example.org -s Plan -m Hi",
            "edit all", "close", "quit")
        let isError = row.testDescription.hasPrefix("an error")
        #expect(run.errorText.contains("To correct it, type: edit again") == isError, "\(run.errorText)")
        let lines = home.petrel("drafts", "export", "d1").text.split(separator: "\r\n").map { String($0) }
        #expect(
            lines.filter { line in ["To", "Cc", "Bcc", "Subject"].contains { line.hasPrefix("\($0):") } } == row.header)
        #expect(lines.last == "Hi")
    }
}
