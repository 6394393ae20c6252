import MailTestSupport
import Testing

@testable import LineEditing

@Suite("Append-only line display", .holds("N03"))
struct EscapeFreePainterTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let typed: [Key]
        let written: String
        var testDescription: String { name }

        init(_ name: String, _ typed: [Key], _ written: String) {
            self.name = name
            self.typed = typed
            self.written = written
        }
    }

    static let rows = [
        Row("a letter is written, and nothing else", [.text("b")], "b"),
        Row("so is a wide one", [.text("日")], "日"),
        Row("Backspace is what a terminal makes of it", [.backspace], "\u{8} \u{8}"),
        Row("a wide character takes two", [.text("日"), .backspace], "日\u{8} \u{8}\u{8} \u{8}"),
        Row(
            "a sign takes as many as it has", [.text("\u{202E}"), .backspace],
            "<202E>" + String(repeating: "\u{8} \u{8}", count: 6)),
        Row("a move is not seen", [.left, .right, .home], ""),
        Row("what is typed in the middle is the line again", [.home, .text("b")], "\r\n> ba"),
        Row("what is killed is the line again", [.text("b"), .killToStart], "b\r\n> "),
        Row("what is undone is the line again", [.text("b"), .text("c"), .undo], "bc\r\n> a"),
        Row("a mark changes what is written already", [.text("\u{301}")], "\r\n> a\u{301}"),
    ]

    @Test("Appends to the line, and writes it again if that is not enough", arguments: rows)
    func appending(_ row: Row) {
        var line = EditedLine("a")
        var octets: [UInt8] = []
        func shown() -> RenderedLine {
            RenderedLine(prompt: "> ", text: line.characters, cursor: line.cursor, columns: 20)
        }
        var painter = EscapeFreePainter(shown(), columns: 20, into: &octets)
        octets = []
        for key in row.typed {
            if !line.edit(key), case .text(let scalar) = key { line.insert(String(scalar)) }
            painter.update(shown(), into: &octets)
        }
        #expect(String(decoding: octets, as: UTF8.self) == row.written)
    }

    @Test("Lines are written above the line, which has the prompt of that moment from then on")
    func newPrompt() {
        var octets: [UInt8] = []
        let former = RenderedLine(prompt: "all (outbox 1)> ", text: [], cursor: 0, columns: 40)
        let now = RenderedLine(prompt: "all> ", text: [], cursor: 0, columns: 40)
        var painter = EscapeFreePainter(former, columns: 40, into: &octets)
        painter.announce(["Message sent."], above: now, into: &octets)
        painter.update(RenderedLine(prompt: "all> ", text: ["a"], cursor: 1, columns: 40), into: &octets)
        #expect(String(decoding: octets, as: UTF8.self) == "all (outbox 1)> \r\nMessage sent.\r\nall> a")
    }

    @Test("Writes the line again if a backspace would have to reach the row above")
    func rowAbove() {
        var octets: [UInt8] = []
        let full = RenderedLine(prompt: "> ", text: Array("12345678"), cursor: 8, columns: 10)
        var painter = EscapeFreePainter(full, columns: 10, into: &octets)
        let shorter = RenderedLine(prompt: "> ", text: Array("1234567"), cursor: 7, columns: 10)
        painter.update(shorter, into: &octets)
        painter.announce(["* New mail: \u{1B}[2J1"], above: shorter, into: &octets)
        painter.finish("^C", into: &octets)
        let expected = "> 12345678\r\n> 1234567\r\n* New mail: [2J1\r\n> 1234567^C\r\n"
        #expect(String(decoding: octets, as: UTF8.self) == expected)
    }

    @Test("Never sends escape sequences", arguments: 1...10)
    func inert(_ round: UInt64) {
        var generator = SeededGenerator(seed: SeededGenerator.fresh.seed &+ round)
        var line = EditedLine()
        var octets: [UInt8] = []
        func shown() -> RenderedLine {
            RenderedLine(prompt: "> ", text: line.characters, cursor: line.cursor, columns: 9)
        }
        var painter = EscapeFreePainter(shown(), columns: 9, into: &octets)
        let keys: [Key] = [.backspace, .left, .home, .end, .killBlankWord, .undo, .transpose]
        for _ in 0..<400 {
            if Bool.random(using: &generator) {
                line.insert(EditedLineTests.pieces.randomElement(using: &generator) ?? "")
            }
            _ = line.edit(keys.randomElement(using: &generator) ?? .end)
            painter.update(shown(), into: &octets)
        }
        let controls = octets.filter { $0 < 0x20 && ![0x08, 0x0A, 0x0D].contains($0) || $0 == 0x7F }
        #expect(controls.isEmpty && String(validating: octets, as: UTF8.self) != nil, "seed \(generator.seed)")
    }
}
