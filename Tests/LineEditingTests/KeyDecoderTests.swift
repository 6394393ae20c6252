import MailTestSupport
import Testing

@testable import LineEditing

@Suite("Key decoding")
struct KeyDecoderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let octets: [UInt8]
        let keys: [Key]
        var testDescription: String { name }

        init(_ name: String, _ text: String, _ keys: Key...) {
            self.init(name, Array(text.utf8), keys)
        }

        init(_ name: String, _ octets: [UInt8], _ keys: [Key]) {
            self.name = name
            self.octets = octets
            self.keys = keys
        }
    }

    static let typing = [
        Row("letters", "aB ", .text("a"), .text("B"), .text(" ")),
        Row("two octets", "é", .text("é")), Row("three", "日", .text("日")), Row("four", "👍", .text("👍")),
        Row("a mark", "e\u{301}", .text("e"), .text("\u{301}")),
        Row("an octet that begins nothing", [0xFF, 0x61], [.text("ÿ"), .text("a")]),
        Row("half a character", [0xE6, 0x97, 0x61], [.text("æ"), .text("—"), .text("a")]),
        Row("half a character before a key", [0xC3, 0x1B, 0x5B, 0x41], [.text("Ã"), .up]),
        Row("letters of Latin-1", [0xFC, 0xDF, 0xE4, 0x72], [.text("ü"), .text("ß"), .text("ä"), .text("r")]),
        Row("a form that is too long", [0xE0, 0x80, 0x80, 0x61], [.text("à"), .text("€"), .text("€"), .text("a")]),
        Row("half a surrogate pair", [0xED, 0xA0, 0x80], [.text("í"), .text("\u{A0}"), .text("€")]),
    ]

    static let control = [
        Row("Ctrl-A", "\u{1}", .home), Row("Ctrl-B", "\u{2}", .left), Row("Ctrl-C", "\u{3}", .interrupt),
        Row("Ctrl-D", "\u{4}", .endOfInput), Row("Ctrl-E", "\u{5}", .end), Row("Ctrl-F", "\u{6}", .right),
        Row("Ctrl-G", "\u{7}", .giveUp), Row("Ctrl-H", "\u{8}", .backspace), Row("Backspace", "\u{7F}", .backspace),
        Row("Tab", "\t", .complete), Row("Enter", "\r", .enter), Row("Ctrl-J", "\u{A}", .enter),
        Row("Ctrl-K", "\u{B}", .killToEnd), Row("Ctrl-L", "\u{C}", .clearScreen), Row("Ctrl-N", "\u{E}", .down),
        Row("Ctrl-P", "\u{10}", .up), Row("Ctrl-R", "\u{12}", .search), Row("Ctrl-T", "\u{14}", .transpose),
        Row("Ctrl-U", "\u{15}", .killToStart), Row("Ctrl-W", "\u{17}", .killBlankWord),
        Row("Ctrl-Y", "\u{19}", .yank), Row("Ctrl-Z", "\u{1A}", .suspend), Row("Ctrl-_", "\u{1F}", .undo),
        Row("Ctrl-Space", "\u{0}"), Row("Ctrl-]", "\u{1D}"),
    ]

    static let sequences = [
        Row("arrows", "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", .up, .down, .right, .left),
        Row("arrows in application mode", "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", .up, .down, .right, .left),
        Row("Home and End of xterm", "\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF", .home, .end, .home, .end),
        Row("Home and End of tmux and the console", "\u{1B}[1~\u{1B}[4~", .home, .end),
        Row("Home and End of rxvt", "\u{1B}[7~\u{1B}[8~", .home, .end),
        Row("Delete", "\u{1B}[3~", .delete), Row("Ctrl-Delete", "\u{1B}[3;5~", .killWordRight),
        Row("Alt-Delete", "\u{1B}[3;3~", .killWordRight), Row("Ctrl-Delete of rxvt", "\u{1B}[3^", .killWordRight),
        Row("Shift-Delete", "\u{1B}[3;2~", .delete),
        Row("Ctrl with arrows", "\u{1B}[1;5C\u{1B}[1;5D", .wordRight, .wordLeft),
        Row("Alt with arrows", "\u{1B}[1;3C\u{1B}[1;3D", .wordRight, .wordLeft),
        Row("Shift with arrows", "\u{1B}[1;2C\u{1B}[1;2D", .right, .left),
        Row("Ctrl and Shift with arrows", "\u{1B}[1;6C", .wordRight),
        Row("Ctrl with arrows in old forms", "\u{1B}[5C\u{1B}O5D", .wordRight, .wordLeft),
        Row("Ctrl with arrows of rxvt", "\u{1B}Oc\u{1B}Od", .wordRight, .wordLeft),
        Row("Shift with arrows of rxvt", "\u{1B}[c\u{1B}[d", .right, .left),
        Row("Alt with arrows of rxvt", "\u{1B}\u{1B}[C\u{1B}\u{1B}OD", .wordRight, .wordLeft),
        Row("Shift-Home of rxvt", "\u{1B}[7$a", .home, .text("a")),
        Row("Ctrl with Home", "\u{1B}[1;5H", .home), Row("Enter of the keypad", "\u{1B}OM", .enter),
        Row("digits of the keypad", "\u{1B}Op\u{1B}Oy", .text("0"), .text("9")),
        Row("Shift-Enter", "\u{1B}[13;2u", .enter),
        Row("Alt-B, Alt-F, Alt-D", "\u{1B}b\u{1B}f\u{1B}d", .wordLeft, .wordRight, .killWordRight),
        Row("Alt-Backspace", "\u{1B}\u{7F}\u{1B}\u{8}", .killWordLeft, .killWordLeft),
        Row("Alt-U, Alt-L, Alt-C", "\u{1B}u\u{1B}l\u{1B}c", .upperCase, .lowerCase, .capitalize),
        Row("Escape, then Ctrl-C", "\u{1B}\u{3}", .escape, .interrupt),
    ]

    static let swallowed = [
        Row("function keys", "\u{1B}OP\u{1B}[15~\u{1B}[[Ax", .text("x")),
        Row("Insert, Shift-Tab", "\u{1B}[2~\u{1B}[Zx", .text("x")),
        Row("Page Up, Page Down", "\u{1B}[5~\u{1B}[6~", .upWithBeginning, .downWithBeginning),
        Row("Alt-<, Alt->", "\u{1B}<\u{1B}>", .oldest, .newest),
        Row("Alt-., Alt-backslash, Alt-R", "\u{1B}.\u{1B}\\\u{1B}r", .lastWord, .deleteBlanks, .revert),
        Row("Alt-T, Alt-Y, Alt-2", "\u{1B}t\u{1B}y\u{1B}2", .transposeWords, .yankEarlier, .count(2)),
        Row("Ctrl-S", "\u{13}", .searchForward),
        Row("a mouse, a focus, an answer", "\u{1B}[<0;1;1M\u{1B}[I\u{1B}[?62;22c\u{1B}[?2026;2$yx", .text("x")),
        Row("a colour that the terminal tells", "\u{1B}]11;rgb:0/0/0\u{7}\u{1B}]11;rgb:0/0/0\u{1B}\\x", .text("x")),
        Row("a string that Enter ends", "\u{1B}]0;a\rb", .enter, .text("b")),
        Row("Alt with a sign", "\u{1B},x", .text("x")),
        Row("a sequence without measure", "\u{1B}[" + String(repeating: "1;", count: 100) + "Ax", .text("x")),
        Row("a number without measure", "\u{1B}[1" + String(repeating: "0", count: 25) + "~x", .text("x")),
        Row("a sequence broken off by Enter", "\u{1B}[1;\r", .enter),
        Row("a sequence broken off by another", "\u{1B}[1;\u{1B}[A", .up),
        Row("the end of a paste that did not begin", "\u{1B}[201~x", .text("x")),
    ]

    static let pasting = [
        Row("text", "\u{1B}[200~a\tb\u{1B}[201~c", .paste(Array("a\tb".utf8), isLast: true), .text("c")),
        Row("nothing", "\u{1B}[200~\u{1B}[201~", .paste([], isLast: true)),
        Row(
            "keys, which are none inside", "\u{1B}[200~\u{3}\r\n\u{1B}[A\u{1B}[201\u{1B}[201~",
            .paste(Array("\u{3}\r\n\u{1B}[A\u{1B}[201".utf8), isLast: true)),
        Row(
            "a paste in a paste", "\u{1B}[200~\u{1B}[200~\u{1B}[201~",
            .paste(Array("\u{1B}[200~".utf8), isLast: true)),
    ]

    static let all = typing + control + sequences + swallowed + pasting

    private func keys(_ octets: some Sequence<UInt8>, _ decoder: inout KeyDecoder) -> [Key] {
        var keys: [Key] = []
        for octet in octets { decoder.decode(octet, into: &keys) }
        return keys
    }

    @Test("With the keys of vi, a character after Escape is a key of its own, and arrow keys remain")
    func withoutAltKeys() {
        var decoder = KeyDecoder()
        decoder.hasAltKeys = false
        let typed = "\u{1B}b\u{1B}P\u{1B}^\u{1B}\u{1B}[D\u{1B}\u{7F}"
        let expected: [Key] = [
            .escape, .text("b"), .escape, .text("P"), .escape, .text("^"), .escape, .left, .escape, .backspace,
        ]
        #expect(keys(Array(typed.utf8), &decoder) == expected)
    }

    @Test("Decodes the keys of all terminals and ignores other sequences", .holds("PX6"), arguments: all)
    func decoding(_ row: Row) {
        var decoder = KeyDecoder()
        #expect(keys(row.octets, &decoder) == row.keys)
        #expect(!decoder.isInSequence && decoder.unfinishedPaste.isEmpty)
    }

    @Test("A pause inside text or a paste changes nothing", arguments: typing + control + pasting)
    func waiting(_ row: Row) {
        for place in 0...row.octets.count {
            var decoder = KeyDecoder()
            var found = keys(row.octets[..<place], &decoder)
            guard !decoder.isInSequence else { continue }
            decoder.timeOut(into: &found)
            found += keys(row.octets[place...], &decoder)
            #expect(found == row.keys, "a wait at \(place)")
        }
    }

    @Test("ESC followed by a pause is the Escape key")
    func lonely() {
        var decoder = KeyDecoder()
        var found = keys([0x1B], &decoder)
        #expect(found.isEmpty && decoder.isInSequence)
        decoder.timeOut(into: &found)
        found += keys(Array("[A".utf8), &decoder)
        #expect(found == [.escape, .text("["), .text("A")])
    }

    @Test("A paste ends only at its end mark, and is split into bounded, whole pieces", .holds("PX6"))
    func longPaste() {
        var generator = SeededGenerator.fresh
        let signs = ["a", "é", "日", "👍", "\r\n", "\u{1B}[201", "\u{1B}", "\r"]
        let text = (0..<4000).map { _ in signs.randomElement(using: &generator) ?? "" }.joined() + "end"
        var decoder = KeyDecoder(pieceSize: 100)
        let found = keys(Array("\u{1B}[200~\(text)\u{1B}[201~x".utf8), &decoder)
        #expect(found.last == .text("x"), "seed \(generator.seed)")
        var whole: [UInt8] = []
        for (index, key) in found.dropLast().enumerated() {
            guard case .paste(let octets, let isLast) = key else { continue }
            #expect(isLast == (index == found.count - 2) && octets.count < 120, "seed \(generator.seed)")
            #expect(String(validating: octets, as: UTF8.self) != nil, "a piece inside a character, \(generator.seed)")
            #expect(octets.first != 0x0A || whole.last != 0x0D, "a piece inside an end of line, \(generator.seed)")
            whole += octets
        }
        #expect(whole.elementsEqual(text.utf8), "seed \(generator.seed)")
    }
}
