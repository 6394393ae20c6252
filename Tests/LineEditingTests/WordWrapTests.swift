import MailTestSupport
import Testing

@testable import LineEditing

@Suite("Breaking lines between words", .holds("C17"))
struct WordWrapTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let columns: Int
        let lines: [String]
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "a line that fits", text: "one two", columns: 7, lines: ["one two"]),
        Row(name: "a break between words", text: "one two three", columns: 8, lines: ["one two", "three"]),
        Row(name: "a space at the edge", text: "one two three", columns: 7, lines: ["one two", "three"]),
        Row(name: "a word wider than the screen", text: "a longword b", columns: 4, lines: ["a", "longword", "b"]),
        Row(name: "only a wide word", text: "longword", columns: 4, lines: ["longword"]),
        Row(
            name: "spaces inside a line", text: "o1    Ben   Lunch on Friday", columns: 16,
            lines: ["o1    Ben", "Lunch on Friday"]),
        Row(name: "an indent", text: "   one two", columns: 6, lines: ["   one", "two"]),
        Row(name: "wide characters", text: "日本 語語 a", columns: 5, lines: ["日本", "語語", "a"]),
        Row(name: "no text", text: "", columns: 5, lines: [""]),
        Row(name: "no columns", text: "a b", columns: 0, lines: ["a", "b"]),
    ]

    @Test("A line is broken only at spaces", arguments: rows)
    func lines(_ row: Row) {
        #expect(WordWrap.lines(row.text, columns: row.columns) == row.lines)
    }
}
