import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

/// docs/tour.md is what petrel prints, for each requirement of writing mail.
@Suite("The tour", .onOwnThreads, .timeLimit(.minutes(15)), .holds("C17", "U03", "N03"))
struct TourTests {
    @Test("docs/tour.md is what petrel shows now, apart from ids")
    func current() throws {
        var tour = try Tour()
        try tour.run(try String(contentsOf: Tour.source, encoding: .utf8))
        if ProcessInfo.processInfo.environment["PETREL_WRITE_TRANSCRIPTS"] != nil {
            try Data(tour.text.utf8).write(to: Tour.document)
        }
        let document = try String(contentsOf: Tour.document, encoding: .utf8)
        for (shown, wanted) in zip(
            tour.text.split(separator: "\n", omittingEmptySubsequences: false),
            document.split(separator: "\n", omittingEmptySubsequences: false))
        where Self.withoutIDs(shown) != Self.withoutIDs(wanted) {
            Issue.record("now \"\(shown)\", in docs/tour.md \"\(wanted)\"")
            return
        }
        #expect(Self.withoutIDs(tour.text[...]) == Self.withoutIDs(document[...]))
    }

    /// The ids of new drafts are random.
    private static func withoutIDs(_ text: Substring) -> String {
        String(text.replacing(/\b[0-9a-f]{16}\b/, with: "0000000000000000"))
    }

    @Test("The tour has a scene for each requirement of writing mail")
    func complete() throws {
        let document = try String(contentsOf: Tour.document, encoding: .utf8)
        let headings = document.split(separator: "\n").filter { $0.hasPrefix("## ") || $0.hasPrefix("### ") }
        let named = Set(headings.flatMap { $0.matches(of: /\b[A-Z]\d\d\b/).map { String($0.0) } })
        let requirements = try String(
            contentsOf: ProjectFiles.root.appending(path: "docs/requirements.md"), encoding: .utf8)
        let rows = requirements.matches(of: /(?m)^\| ([CUSANE]\d\d) \|/).map { String($0.1) }
        #expect(rows.count >= 50)
        let missing = rows.filter { !named.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test("The tests and benchmarks that the tour names exist")
    func named() throws {
        let document = try String(contentsOf: Tour.document, encoding: .utf8)
        let names = document.matches(of: /`(scripts\/[\w\/-]+|\w+(?:Tests|Bench))`/).map { String($0.1) }
        #expect(names.count > 3)
        var files: Set<String> = []
        for folder in ["Tests", "scripts"] {
            let paths = FileManager.default.enumerator(atPath: ProjectFiles.root.appending(path: folder).path)
            for case let path as String in try #require(paths) {
                files.insert("\(folder)/\(path)")
                files.insert(URL(filePath: path).deletingPathExtension().lastPathComponent)
            }
        }
        let missing = names.filter { !files.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }
}
