import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

/// The session in the picture of README.md. scripts/make-screenshot draws it from docs/session.txt.
@Suite("The README's session", .holds("K03", "C03", "C07", "U03"))
struct ReadmeSessionTests {
    @Test("Typing the session's input at a prompt prints the session, byte for byte")
    func session() throws {
        let file = ProjectFiles.root.appending(path: "docs/session.txt")
        let session = try String(contentsOf: file, encoding: .utf8)
        let command = "$ make run OFFLINE=1\n"
        try #require(session.hasPrefix(command))
        let shown = String(session.dropFirst(command.count))
        // Lines with one of these prompts are typed by the user.
        let prompt = /^(?:(?:all|draft d\d+)(?: \([^)]*\))?> |d\d+\| )/
        let typed = shown.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            try? prompt.prefixMatch(in: line).map { String(line[$0.range.upperBound...]) }
        }
        try #require(typed.count > 4)
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("import", ProjectFiles.sampleMaildir.path)
        let printed = try home.transcript(of: typed)
        if ProcessInfo.processInfo.environment["PETREL_WRITE_TRANSCRIPTS"] != nil {
            try Data((command + printed).utf8).write(to: file)
        }
        #expect(printed == shown, "\(printed)")
    }
}
