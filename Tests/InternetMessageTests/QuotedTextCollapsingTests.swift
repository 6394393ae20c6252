import InternetMessage
import Testing

@Suite("Collapsing quoted text")
struct QuotedTextCollapsingTests {
    private static func collapse(_ text: String) -> String {
        String(decoding: QuotedTextCollapsing.collapsing(Array(text.utf8)) { "[\($0)]" }, as: UTF8.self)
    }

    private static func quote(_ count: Int) -> String { (1...count).map { "> \($0)\n" }.joined() }

    static let rows: [(name: String, text: String, collapsed: String)] = [
        ("nothing is quoted", "Hi.\n\nBye.\n", "Hi.\n\nBye.\n"), ("empty", "", ""),
        ("a short block stays", "Yes.\n" + quote(5), "Yes.\n" + quote(5)),
        ("a long block at the end", "Yes.\n\n" + quote(12), "Yes.\n\n[12]\n"),
        ("before an answer the last lines stay", quote(12) + "Yes.\n", "[10]\n> 11\n> 12\nYes.\n"),
        ("blank lines inside", "A\n" + quote(4) + "\n" + quote(4), "A\n[9]\n"),
        ("deeper levels", "A\n" + (1...8).map { ">> \($0)\n" }.joined(), "A\n[8]\n"),
        ("without a line end", "A\n" + String(quote(7).dropLast()), "A\n[7]"),
        ("signature behind", quote(3) + "A\n" + quote(9) + "-- \nKim\n", quote(3) + "A\n[7]\n> 8\n> 9\n-- \nKim\n"),
    ]

    @Test("Long blocks are replaced by a line, and everything else is kept", arguments: rows)
    func collapse(_ row: (name: String, text: String, collapsed: String)) {
        #expect(Self.collapse(row.text) == row.collapsed, "\(row.name)")
    }
}
