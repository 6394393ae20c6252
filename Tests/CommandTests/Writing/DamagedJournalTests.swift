import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Typed lines in a journal that cannot be read as a whole", .holds("PD1", "PD6", "C19"))
struct DamagedJournalTests {
    struct Row: Sendable, CustomTestStringConvertible {
        enum Result: Sendable {
            /// The lines are in the draft.
            case applied
            /// These lines are a separate draft, and the journal is kept.
            case apart(String)
            case leftAlone
            case nothing
        }

        let testDescription: String
        let result: Result
        let change: @Sendable (Data) -> Data

        init(_ name: String, _ result: Result, _ change: @escaping @Sendable (Data) -> Data) {
            testDescription = name
            self.result = result
            self.change = change
        }
    }

    private static func replacing(_ old: String, _ new: [UInt8]) -> @Sendable (Data) -> Data {
        { data in
            var data = data
            if let range = data.firstRange(of: Data(old.utf8)) { data.replaceSubrange(range, with: new) }
            return data
        }
    }

    private static func head(of journal: Data) -> Data { journal.prefix { $0 != 0x0A } }

    private static let all = "first\nsecond\nthird\n"

    static let rows = [
        Row("a whole journal", .applied) { $0 },
        Row("a last line without its end", .applied) { $0 + Data("{\"at\":4,\"cut\":0,\"li".utf8) },
        Row("zeros at the end, after a power loss", .applied) { $0 + Data(count: 100) },
        Row("zeros in the last line, after a power loss", .applied) {
            $0 + Data("{\"sav".utf8) + Data(count: 6) + Data("}\n".utf8)
        },
        Row("a line that a full disk truncated and that was written again", .applied) { journal in
            replacing("{\"at\":2", Array("{\"at\":2,\"cut\n{\"at\":2".utf8))(journal)
        },
        Row("a first line that a full disk truncated and that was written again", .applied) {
            head(of: $0).prefix(20) + Data("\n".utf8) + $0
        },
        Row("a newer version", .leftAlone, replacing("\"v\":1", Array("\"v\":2".utf8))),
        Row(
            "a byte of the first line", .apart(all),
            replacing("\"draft\"", Array("\"dr".utf8) + [0xFF] + Array("ft\"".utf8))),
        Row("zeros instead of the first line", .apart(all)) {
            Data(count: head(of: $0).count) + $0.dropFirst(head(of: $0).count)
        },
        Row("no first line", .apart(all)) { $0.dropFirst(head(of: $0).count + 1) },
        Row(
            "a byte of a line", .apart("first\nthird\n"),
            replacing("second", Array("sec".utf8) + [0xFF] + Array("nd".utf8))),
        Row("half a line before another", .apart("first\nthird\n"), replacing("\"second\"]}", [])),
        Row("a change of an unknown kind", .apart(all), replacing("{\"at\":2", Array("{\"mood\":1}\n{\"at\":2".utf8))),
        Row("only half of the first line", .nothing) { head(of: $0).prefix(40) },
        Row("an empty file", .nothing) { _ in Data() },
    ]

    @Test("What can be read is recovered, the file is kept, and the user is told", arguments: rows)
    func journal(_ row: Row) throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "ana@example.org", "-s", "Plan", "-m", "zero", "--draft")
        let draft = try #require(home.petrel("drafts", "--json").list("drafts").first)
        let (id, revision) = (try #require(draft["draftId"] as? String), try #require(draft["revision"] as? Int))
        var journal = "{\"v\":1,\"draft\":\"\(id)\",\"number\":1,\"revision\":\(revision)}\n"
        for (index, word) in ["first", "second", "third"].enumerated() {
            journal += "{\"at\":\(index + 1),\"cut\":0,\"lines\":[\"\(word)\"]}\n"
        }
        let name = "0b4f1a0e-6a52-4a6f-9d33-2f6a0e1c7b55.jsonl"
        let octets = row.change(Data(journal.utf8))
        try home.write(octets, to: "state/local/sessions/\(name)")
        let run = home.typing("quit")
        let place = home.directory.appending(path: "state/local")
        let left = try? Data(contentsOf: place.appending(path: "sessions/\(name)"))
        let kept = try? Data(contentsOf: place.appending(path: "lost/\(name)"))
        func text(_ name: String) throws -> String? {
            try home.petrel("show", name, "--json").object["text"] as? String
        }
        switch row.result {
        case .applied:
            #expect(
                run.text.contains("Recovered draft d1 \"Plan\", up to the last line ended with Enter."), "\(run.text)")
            #expect(try text("d1") == "zero\n" + Self.all && left == nil && kept == nil)
        case .apart(let lines):
            #expect(run.text.contains("as draft d2 \"Recovered text"), "\(run.text)")
            #expect(run.text.contains("damaged") && run.text.contains("lost/\(name)"), "\(run.text)")
            #expect(try text("d1") == "zero\n" && text("d2") == lines && left == nil && kept == octets)
        case .leftAlone:
            #expect(run.text.contains("newer version") && run.text.contains("sessions/\(name)"), "\(run.text)")
            #expect(try text("d1") == "zero\n" && left == octets && kept == nil)
        case .nothing:
            #expect(!run.text.contains("Recovered") && !run.text.contains("damaged"), "\(run.text)")
            #expect(try text("d1") == "zero\n" && left == nil && kept == nil)
        }
        #expect(home.typing("quit").text.contains("Recovered") == false)
    }
}
