import Foundation
import MailTestSupport
import Testing

@testable import REPL

/// Tests/Fixtures/coming-from-other-programs.tsv, the source of docs/coming-from.md: petrel's way of each task is typed
/// and must do what the task says.
@Suite("Tasks of users of other mail programs", .timeLimit(.minutes(10)))
struct ComingFromOtherProgramsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let task: String
        /// Lines that are typed before, such as those that show a list or a message.
        let before: [String]
        let typed: [String]
        /// A text that the answer must contain.
        let wanted: String
        var testDescription: String { task }
    }

    /// The columns are: task, what was typed before, petrel's way, what its answer contains, and the ways of others.
    static let rows: [Row] = {
        let file = ProjectFiles.root.appending(path: "Tests/Fixtures/coming-from-other-programs.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
            return Row(
                task: columns[0], before: Self.lines(columns[1]), typed: Self.lines(columns[2]), wanted: columns[3])
        }
    }()

    /// Returns the lines of "r⏎Text⏎": what is in braces is typed without them.
    private static func lines(_ keys: String) -> [String] {
        let text = keys.replacing("{", with: "").replacing("}", with: "")
        return text.split(separator: "⏎", omittingEmptySubsequences: false).dropLast().map { String($0) }
    }

    @Test("There are sixty tasks") func count() { #expect(Self.rows.count == 60) }

    @Test("petrel's way does it", arguments: rows)
    func way(_ row: Row) throws {
        let home = try SampleHome()
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        try home.addAccount("work", ["name": "Kim Park", "address": "kim@example.com"])
        try home.write(Data(#"{"suggest": false, "browser": "true"}"#.utf8), to: "config.json")
        try home.write(Data("%PDF".utf8), to: "plan.pdf")
        try home.write(Data("Regards\n".utf8), to: "letter.txt")
        let mark = "# the task"
        let shown = try home.transcript(of: row.before + [mark] + row.typed)
        let answer = try #require(shown.range(of: mark).map { String(shown[$0.upperBound...]) })
        #expect(answer.contains(row.wanted), "\(answer)")
        for trouble in ["Unknown command", "There is no ", "missing argument", "Type: help "] {
            #expect(!answer.contains(trouble), "\(answer)")
        }
    }
}
