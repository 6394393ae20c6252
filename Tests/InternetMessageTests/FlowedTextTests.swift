import MailTestSupport
import Testing

@testable import InternetMessage

@Suite("Flowed text")
struct FlowedTextTests {
    private func join(_ text: String, delSp: Bool = false) -> String {
        let type = message("Content-Type: text/plain; format=flowed; delsp=\(delSp ? "yes" : "no")\n\n").root
            .contentType
        guard let format = FlowedText.Format(type) else { return "not flowed" }
        return String(decoding: FlowedText.join(Array(text.utf8), format), as: UTF8.self)
    }

    @Test(
        "Joins paragraphs as in RFC 3676",
        arguments: [
            TextRow("one paragraph", "a \nb \nc\n", "a b c\n"),
            TextRow("two paragraphs", "a \nb\nc \nd\n", "a b\nc d\n"),
            TextRow("fixed lines", "a\nb\n", "a\nb\n"),
            TextRow("an empty line between", "a \nb\n\nc\n", "a b\n\nc\n"),
            TextRow("an empty line ends a paragraph and stays", "a \n\nb\n", "a \n\nb\n"),
            TextRow("an empty quoted line ends a paragraph and stays", "> a \n>\n> b\n", "> a \n> \n> b\n"),
            TextRow("several blanks at the end are kept", "a  \nb\n", "a  b\n"),
            TextRow("a stuffed blank goes", "  indented\n", " indented\n"),
            TextRow("a stuffed From", " From me\n", "From me\n"),
            TextRow("a stuffed quote mark is none", " > not quoted\n", "> not quoted\n"),
            TextRow("stuffing on the second line", "a \n  b\n", "a  b\n"),
            TextRow("a quoted paragraph", "> a \n> b\n", "> a b\n"),
            TextRow("a quoted paragraph without blanks behind the marks", ">a \n>b\n", "> a b\n"),
            TextRow("two levels", ">> a \n>> b\n> c\nd\n", ">> a b\n> c\nd\n"),
            TextRow("blanks between quote marks end them", "> > a\n", "> > a\n"),
            TextRow("another level ends a paragraph", "> a \nb\n", "> a \nb\n"),
            TextRow("a deeper level ends a paragraph", "a \n> b\n", "a \n> b\n"),
            TextRow("a signature separator is not flowed", "a\n-- \nKim\n", "a\n-- \nKim\n"),
            TextRow("a signature separator ends a paragraph", "a \n-- \nKim \nDoe\n", "a \n-- \nKim Doe\n"),
            TextRow("a quoted signature separator", "> a \n> -- \n> Kim\n", "> a \n> -- \n> Kim\n"),
            TextRow("hyphens without the blank are text", "a \n--\nKim\n", "a --\nKim\n"),
            TextRow("the last line has no line end", "a \nb", "a b"),
            TextRow("the last line is flowed", "a \nb ", "a b "),
            TextRow("the last line is flowed and ends", "a \nb \n", "a b "),
            TextRow("empty", "", ""),
            TextRow("empty lines", "\n\n", "\n\n"),
            TextRow("an empty quoted line", "> a\n>\n> b\n", "> a\n> \n> b\n"),
        ])
    func flowed(_ row: TextRow) { #expect(join(String(decoding: row.input, as: UTF8.self)) == row.expected) }

    @Test(
        "With DelSp, the space is removed as well", .holds("E07"),
        arguments: [
            TextRow("Japanese", "日本 \n語\n", "日本語\n"),
            TextRow("words", "a  \nb\n", "a b\n"),
            TextRow("quoted", "> a \n> b\n", "> ab\n"),
            TextRow("the signature separator stays", "a\n-- \nKim\n", "a\n-- \nKim\n"),
            TextRow("a fixed line", "a\nb\n", "a\nb\n"),
        ])
    func delSp(_ row: TextRow) {
        #expect(join(String(decoding: row.input, as: UTF8.self), delSp: true) == row.expected)
    }

    @Test("Text is flowed if its type says so, in any case")
    func format() {
        func isFlowed(_ type: String) -> Bool {
            FlowedText.Format(message("Content-Type: \(type)\n\n").root.contentType) != nil
        }
        #expect(isFlowed("text/plain; Format=Flowed"))
        #expect(isFlowed("text/plain; format=\"flowed\"; delsp=YES"))
        #expect(!isFlowed("text/plain; format=fixed"))
        #expect(!isFlowed("text/plain"))
    }
}
