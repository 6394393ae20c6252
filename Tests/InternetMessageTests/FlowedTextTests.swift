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

    private static let long = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"

    private func breaking(_ text: String) -> String? {
        FlowedText.breaking(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "Long lines are broken after a word, behind their quote marks",
        arguments: [
            TextRow(
                "a long line", "\(long)\n",
                "one two three four five six seven eight nine ten eleven twelve thirteen \nfourteen fifteen\n"),
            TextRow(
                "a quoted line", ">> \(long)\n",
                ">> one two three four five six seven eight nine ten eleven twelve \n>> thirteen fourteen fifteen\n"),
            TextRow(
                "short lines that would be misread", " indented\n>quoted\n>\nFrom me\n-- \nKim\n\(long)",
                "  indented\n> quoted\n>\n From me\n-- \nKim\n"
                    + "one two three four five six seven eight nine ten eleven twelve thirteen \nfourteen fifteen"),
            TextRow(
                "a line that is broken before From and before a quote mark",
                "\(String(repeating: "abcdefg ", count: 8))From \(String(repeating: "abcdef ", count: 9))> b",
                "\(String(repeating: "abcdefg ", count: 8))From \n"
                    + "\(String(repeating: "abcdef ", count: 9))> b"),
            TextRow(
                "a long word", "\(String(repeating: "x", count: 90)) and more\n",
                "\(String(repeating: "x", count: 90)) \nand more\n"),
            TextRow(
                "several blanks stay together",
                "\(String(repeating: "a", count: 70))    \(String(repeating: "b", count: 20))",
                "\(String(repeating: "a", count: 70))    \n\(String(repeating: "b", count: 20))"),
        ])
    func broken(_ row: TextRow) {
        #expect(breaking(String(decoding: row.input, as: UTF8.self)) == row.expected)
    }

    @Test(
        "Text stays as it is without long lines, and if a reader would see something else",
        arguments: [
            TextRow("short lines", "a\n> b\n", ""), TextRow("empty", "", ""),
            TextRow("a blank at the end of a line", "\(long)\nend \nmore\n", ""),
            TextRow("a blank at the end of a quoted line", "\(long)\n> end \n> more\n", ""),
            TextRow("78 characters", "\(String(repeating: "é ", count: 38))éé\n", ""),
        ])
    func unbroken(_ row: TextRow) {
        #expect(breaking(String(decoding: row.input, as: UTF8.self)) == nil)
    }

    @Test("A reader joins any broken text to the same text, at the same quote depth, and no line is too long")
    func roundTrip() {
        var random = SeededGenerator.fresh
        let seed = random.seed
        let pieces = [
            "a", "word", "longer-word", ">", ">>", "From", "-- ", "--", " ", "  ", "日本語", "é", "\t",
            "https://example.org/a/b/c",
        ]
        var broken = 0
        for _ in 0..<2000 {
            let lines = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                let marks = String(repeating: ">", count: [0, 0, 1, 2, 3].randomElement(using: &random) ?? 0)
                let words = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    pieces.randomElement(using: &random) ?? ""
                }
                return marks + (marks.isEmpty ? "" : " ") + words.joined(separator: " ")
            }
            let text = lines.joined(separator: "\n")
            guard let flowed = breaking(text) else { continue }
            broken += 1
            // Quote marks are followed by one space when text is joined.
            let wanted = lines.map { line in
                let depth = line.utf8.prefix { $0 == 0x3E }.count
                let rest = line.dropFirst(depth)
                return depth == 0
                    ? line : String(repeating: ">", count: depth) + " " + (rest.first == " " ? rest.dropFirst() : rest)
            }
            #expect(join(flowed) == wanted.joined(separator: "\n"), "seed \(seed)")
            for line in flowed.split(separator: "\n") where line.contains(" ") {
                let words = line.split(separator: " ")
                #expect(
                    line.unicodeScalars.count <= 79 || words.contains { $0.count > 40 } || words.count < 3,
                    "seed \(seed): \(line)")
            }
        }
        #expect(broken > 100, "seed \(seed)")
    }
}
