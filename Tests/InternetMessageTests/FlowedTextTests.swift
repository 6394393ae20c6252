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
            TextTestCase("one paragraph", "a \nb \nc\n", "a b c\n"),
            TextTestCase("two paragraphs", "a \nb\nc \nd\n", "a b\nc d\n"),
            TextTestCase("fixed lines", "a\nb\n", "a\nb\n"),
            TextTestCase("an empty line between", "a \nb\n\nc\n", "a b\n\nc\n"),
            TextTestCase("an empty line ends a paragraph and stays", "a \n\nb\n", "a \n\nb\n"),
            TextTestCase("an empty quoted line ends a paragraph and stays", "> a \n>\n> b\n", "> a \n> \n> b\n"),
            TextTestCase("several blanks at the end are kept", "a  \nb\n", "a  b\n"),
            TextTestCase("a stuffed blank goes", "  indented\n", " indented\n"),
            TextTestCase("a stuffed From", " From me\n", "From me\n"),
            TextTestCase("a stuffed quote mark is none", " > not quoted\n", "> not quoted\n"),
            TextTestCase("stuffing on the second line", "a \n  b\n", "a  b\n"),
            TextTestCase("a quoted paragraph", "> a \n> b\n", "> a b\n"),
            TextTestCase("a quoted paragraph without blanks behind the marks", ">a \n>b\n", "> a b\n"),
            TextTestCase("two levels", ">> a \n>> b\n> c\nd\n", ">> a b\n> c\nd\n"),
            TextTestCase("blanks between quote marks end them", "> > a\n", "> > a\n"),
            TextTestCase("another level ends a paragraph", "> a \nb\n", "> a \nb\n"),
            TextTestCase("a deeper level ends a paragraph", "a \n> b\n", "a \n> b\n"),
            TextTestCase("a signature separator is not flowed", "a\n-- \nKim\n", "a\n-- \nKim\n"),
            TextTestCase("a signature separator ends a paragraph", "a \n-- \nKim \nDoe\n", "a \n-- \nKim Doe\n"),
            TextTestCase("a quoted signature separator", "> a \n> -- \n> Kim\n", "> a \n> -- \n> Kim\n"),
            TextTestCase("hyphens without the blank are text", "a \n--\nKim\n", "a --\nKim\n"),
            TextTestCase("the last line has no line end", "a \nb", "a b"),
            TextTestCase("the last line is flowed", "a \nb ", "a b "),
            TextTestCase("the last line is flowed and ends", "a \nb \n", "a b "),
            TextTestCase("empty", "", ""),
            TextTestCase("empty lines", "\n\n", "\n\n"),
            TextTestCase("an empty quoted line", "> a\n>\n> b\n", "> a\n> \n> b\n"),
        ])
    func flowed(_ row: TextTestCase) { #expect(join(String(decoding: row.input, as: UTF8.self)) == row.expected) }

    @Test(
        "With DelSp, the space is removed as well", .holds("E07"),
        arguments: [
            TextTestCase("Japanese", "日本 \n語\n", "日本語\n"),
            TextTestCase("words", "a  \nb\n", "a b\n"),
            TextTestCase("quoted", "> a \n> b\n", "> ab\n"),
            TextTestCase("the signature separator stays", "a\n-- \nKim\n", "a\n-- \nKim\n"),
            TextTestCase("a fixed line", "a\nb\n", "a\nb\n"),
        ])
    func delSp(_ row: TextTestCase) {
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
            TextTestCase(
                "a long line", "\(long)\n",
                "one two three four five six seven eight nine ten eleven twelve thirteen \nfourteen fifteen\n"),
            TextTestCase(
                "a quoted line", ">> \(long)\n",
                ">> one two three four five six seven eight nine ten eleven twelve \n>> thirteen fourteen fifteen\n"),
            TextTestCase(
                "short lines that would be misread", " indented\n>quoted\n>\nFrom me\n-- \nKim\n\(long)",
                "  indented\n> quoted\n>\n From me\n-- \nKim\n"
                    + "one two three four five six seven eight nine ten eleven twelve thirteen \nfourteen fifteen"),
            TextTestCase(
                "a line that is broken before From and before a quote mark",
                "\(String(repeating: "abcdefg ", count: 8))From \(String(repeating: "abcdef ", count: 9))> b",
                "\(String(repeating: "abcdefg ", count: 8))From \n"
                    + "\(String(repeating: "abcdef ", count: 9))> b"),
            TextTestCase(
                "a long word", "\(String(repeating: "x", count: 90)) and more\n",
                "\(String(repeating: "x", count: 90)) \nand more\n"),
            TextTestCase(
                "several blanks stay together",
                "\(String(repeating: "a", count: 70))    \(String(repeating: "b", count: 20))",
                "\(String(repeating: "a", count: 70))    \n\(String(repeating: "b", count: 20))"),
        ])
    func broken(_ row: TextTestCase) {
        #expect(breaking(String(decoding: row.input, as: UTF8.self)) == row.expected)
    }

    @Test(
        "Text stays as it is without long lines, and if a reader would see something else",
        arguments: [
            TextTestCase("short lines", "a\n> b\n", ""), TextTestCase("empty", "", ""),
            TextTestCase("a blank at the end of a line", "\(long)\nend \nmore\n", ""),
            TextTestCase("a blank at the end of a quoted line", "\(long)\n> end \n> more\n", ""),
            TextTestCase("78 characters", "\(String(repeating: "é ", count: 38))éé\n", ""),
        ])
    func unbroken(_ row: TextTestCase) {
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
