import Foundation
import MailTestSupport
import Testing

@testable import REPL

/// The session that the README shows is one that really happens.
@Suite("The README's session", .holds("K03", "C03", "C07", "U03"))
struct ReadmeTests {
    @Test("Typed at a prompt on the sample mailbox, it gives what it shows, byte for byte")
    func session() throws {
        let readme = try String(contentsOf: ProjectFiles.root.appending(path: "README.md"), encoding: .utf8)
        let block = try #require(readme.split(separator: "```console\n$ make run OFFLINE=1\n").dropFirst().first)
        let shown = String(try #require(block.split(separator: "```").first))
        // What a person types stands behind one of these.
        let prompt = /^(?:(?:all|draft d\d+)(?: \([^)]*\))?> |d\d+\| )/
        let typed = shown.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            try? prompt.prefixMatch(in: line).map { String(line[$0.range.upperBound...]) }
        }
        try #require(typed.count > 4)
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("import", ProjectFiles.sampleMaildir.path)
        #expect(try home.transcript(of: typed) == shown)
    }
}
