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

    @Test("The first line can have a width of its own")
    func firstLine() {
        #expect(WordWrap.lines("one two three four", columns: 5, first: 8) == ["one two", "three", "four"])
    }

    @Test("Styles have no width")
    func styles() {
        #expect(WordWrap.lines("\u{1B}[1mone\u{1B}[0m two", columns: 7) == ["\u{1B}[1mone\u{1B}[0m two"])
    }

    struct Page: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let wrapped: String
        var testDescription: String { name }
    }

    static let pages = [
        Page(
            name: "a field continues beside its label", text: "To   ana, ben and chi\n\nHi.\n",
            wrapped: "To   ana, ben\n     and chi\n\nHi.\n"),
        Page(
            name: "quoted text keeps its marks", text: "To   ana\n\n> > one two three\n",
            wrapped: "To   ana\n\n> > one two\n> > three\n"),
        Page(
            name: "an indent is kept", text: "To   ana\n\n  one two three\n",
            wrapped: "To   ana\n\n  one two\n  three\n"),
        Page(
            name: "a deep indent is not repeated", text: "To   ana\n\n>>>>>>>> one two three\n",
            wrapped: "To   ana\n\n>>>>>>>> one\ntwo three\n"),
        Page(
            name: "a page without fields", text: "\none two three four\n", wrapped: "\none two three\nfour\n"),
        Page(name: "an empty page", text: "", wrapped: ""),
        Page(
            name: "a link is not broken", text: "To   ana\n\nhttps://example.org/long/path\n",
            wrapped: "To   ana\n\nhttps://example.org/long/path\n"),
    ]

    @Test("A page is broken between words, with the margin of its lines", arguments: pages)
    func page(_ page: Page) {
        let wrapped = WordWrap.page(Array(page.text.utf8), columns: 13, labelWidth: 5)
        #expect(String(decoding: wrapped, as: UTF8.self) == page.wrapped)
    }
}
