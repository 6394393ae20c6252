import Testing

@testable import LineEditing

@Suite("Width of text on a terminal")
struct DisplayWidthTests {
    static let widths: [(String, Int)] = [
        ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👍", 2), ("👩\u{200D}👧", 2), ("", 0), ("한글", 4), ("ｱ", 1),
    ]

    @Test("Width equals the columns that a terminal uses", arguments: widths)
    func width(_ text: String, _ columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test("Fitted text fills its columns exactly", arguments: ["", "abc", "abcdefgh", "日本語の本", "a日本語"])
    func fit(_ text: String) {
        #expect(DisplayWidth.of(DisplayWidth.fit(text, columns: 6)) == 6)
    }
}
