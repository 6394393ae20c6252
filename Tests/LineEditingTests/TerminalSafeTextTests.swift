import MailTestSupport
import Testing

@testable import LineEditing

@Suite("Text on a terminal")
struct TerminalSafeTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let shown: String
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "plain text stays", text: "Grüße, 日本 👍🏽", shown: "Grüße, 日本 👍🏽"),
        Row(name: "an escape sequence loses its escape", text: "a\u{1B}[31mb", shown: "a[31mb"),
        Row(name: "C1 controls go", text: "a\u{9B}31mb\u{85}c", shown: "a31mbc"),
        Row(name: "bidirectional overrides go", text: "a\u{202E}b\u{2066}c", shown: "abc"),
        Row(name: "joiners of emoji stay", text: "👩\u{200D}👧", shown: "👩\u{200D}👧"),
        Row(name: "tag characters go", text: "a\u{E0041}b", shown: "ab"),
        Row(name: "CR LF is a line feed", text: "a\r\nb", shown: "a\nb"),
        Row(name: "a lone CR overprints nothing", text: "abc\rx", shown: "abcx"),
    ]

    @Test("Removes control characters from untrusted text", .holds("PX3"), arguments: rows)
    func inert(_ row: Row) {
        #expect(TerminalSafeText.lines(row.text.utf8).utf8.elementsEqual(row.shown.utf8))
    }

    @Test("On one line, line feeds and tabs become spaces", .holds("PX3"))
    func oneLine() {
        #expect(TerminalSafeText.line("a\nb\tc") == "a b c")
        #expect(TerminalSafeText.line([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    }
}
