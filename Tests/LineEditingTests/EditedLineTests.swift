import MailTestSupport
import Testing

@testable import LineEditing

/// A simple line editor for comparison: one string, and the number of bytes before the cursor.
private struct PlainLine {
    var text = ""
    var offset = 0

    private var characters: [Character] { Array(text) }
    private var cursor: Int { count(upTo: offset) }

    private func count(upTo offset: Int) -> Int {
        var octets = 0
        return characters.prefix { character in
            defer { octets += character.utf8.count }
            return octets < offset
        }.count
    }

    private mutating func set(_ octets: String, cursor target: Int) {
        text = octets
        let place = count(upTo: target)
        offset = characters[..<place].reduce(0) { $0 + $1.utf8.count }
    }

    mutating func insert(_ new: String) {
        let before = String(characters[..<cursor])
        set(before + new + String(characters[cursor...]), cursor: before.utf8.count + new.utf8.count)
    }

    mutating func backspace() {
        guard cursor > 0 else { return }
        let before = String(characters[..<(cursor - 1)])
        set(before + String(characters[cursor...]), cursor: before.utf8.count)
    }

    mutating func delete() {
        guard cursor < characters.count else { return }
        set(String(characters[..<cursor]) + String(characters[(cursor + 1)...]), cursor: offset)
    }

    mutating func move(_ step: Int) {
        let place = min(max(0, cursor + step), characters.count)
        offset = characters[..<place].reduce(0) { $0 + $1.utf8.count }
    }
}

@Suite("Line editing")
struct EditedLineTests {
    static let pieces = [
        "a", "B", " ", ".", "é", "e\u{301}", "\u{301}", "日", "👍", "🏽", "👩\u{200D}👧", "\u{200D}", "🇩🇪", "🇫", "\u{1100}",
        "\u{1161}", "\u{1B}", "ab cd",
    ]

    @Test(
        "After any changes, text, size and cursor equal those of a simple editor", arguments: 1...40
    )
    func model(_ round: UInt64) {
        var generator = SeededGenerator(seed: SeededGenerator.fresh.seed &+ round)
        let seed = generator.seed
        var line = EditedLine()
        var plain = PlainLine()
        for _ in 0..<300 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...4:
                let piece = Self.pieces.randomElement(using: &generator) ?? ""
                line.insert(piece)
                plain.insert(piece)
            case 5:
                _ = line.edit(.backspace)
                plain.backspace()
            case 6:
                _ = line.edit(.delete)
                plain.delete()
            default:
                let steps = Int.random(in: -3...3, using: &generator)
                for _ in 0..<abs(steps) { _ = line.edit(steps < 0 ? .left : .right) }
                plain.move(steps)
            }
            #expect(line.text.utf8.elementsEqual(plain.text.utf8), "seed \(seed)")
            #expect(line.characters == Array(line.text) && line.size == line.text.utf8.count, "seed \(seed)")
            #expect(line.cursorOffset == plain.offset, "seed \(seed): \(line.text.debugDescription)")
        }
    }

    @Test("Undo reverts any changes to the initial line", arguments: 1...20)
    func undo(_ round: UInt64) {
        var generator = SeededGenerator(seed: SeededGenerator.fresh.seed &+ round)
        let keys: [Key] = [
            .left, .right, .home, .end, .backspace, .delete, .killToEnd, .killToStart, .killBlankWord, .killWordLeft,
            .killWordRight, .transpose, .upperCase, .lowerCase, .capitalize, .wordLeft, .wordRight,
        ]
        var line = EditedLine("where it began")
        for _ in 0..<100 {
            if Bool.random(using: &generator) { line.insert(Self.pieces.randomElement(using: &generator) ?? "") }
            _ = line.edit(keys.randomElement(using: &generator) ?? .left)
            #expect(line.characters == Array(line.text) && line.size == line.text.utf8.count, "\(generator.seed)")
            #expect((0...line.characters.count).contains(line.cursor), "seed \(generator.seed)")
        }
        for _ in 0..<300 { line.undo() }
        #expect(line.text == "where it began", "seed \(generator.seed)")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// With | as the cursor.
        let before: String
        let keys: [Key]
        let after: String
        var testDescription: String { name }

        init(_ name: String, _ before: String, _ keys: [Key], _ after: String) {
            self.name = name
            self.before = before
            self.keys = keys
            self.after = after
        }
    }

    static let rows = [
        Row("a word left", "to ana@example|", [.wordLeft], "to ana@|example"),
        Row("two words right", "|to ana@example", [.wordRight, .wordRight], "to ana|@example"),
        Row("to the end", "to| ana", [.killToEnd], "to|"), Row("to the beginning", "to| ana", [.killToStart], "| ana"),
        Row("back to the blank", "to ana@example |x", [.killBlankWord], "to |x"),
        Row("back over a word", "ana@example|", [.killWordLeft], "ana@|"),
        Row("on over a word", "ana|, ben, x", [.killWordRight], "ana|, x"),
        Row("in again", "a b| c", [.killBlankWord, .end, .yank], "a  cb|"),
        Row("several, in again", "a b c|", [.killBlankWord, .killBlankWord, .yank, .yank], "a b cb c|"),
        Row("both ways, in again", "a b| c", [.killBlankWord, .killToEnd, .yank], "a b c|"),
        Row("not together", "a b|", [.killBlankWord, .left, .killToEnd, .yank], "a |"),
        Row("exchange in the middle", "ab|cd", [.transpose], "acb|d"),
        Row("exchange at the end", "abc|", [.transpose], "acb|"),
        Row("exchange at the start", "|ab", [.transpose], "|ab"),
        Row("exchange in one", "a|", [.transpose], "a|"), Row("exchange in none", "|", [.transpose], "|"),
        Row("capitals", "| straße x", [.upperCase], " STRASSE| x"), Row("small", "|ÄB C", [.lowerCase], "äb| C"),
        Row("one capital", "|, ana BEN", [.capitalize, .capitalize], ", Ana Ben|"),
        Row("typing, undone at once", "a|", [.text("b"), .text("c"), .undo], "a|"),
        Row("undone after a move", "a|", [.text("b"), .left, .text("c"), .undo], "a|b"),
        Row("nothing to undo", "ab|", [.undo, .undo, .undo], "|"),
        Row("Delete at the end", "a|", [.delete], "a|"), Row("Backspace at the start", "|a", [.backspace], "|a"),
        Row("a mark joins what it is set behind", "e|x", [.text("\u{301}")], "e\u{301}|x"),
        Row("a family goes at once", "👩\u{200D}👧|", [.backspace], "|"),
        Row("half a flag makes others of all behind it", "|🇩🇪🇫🇷", [.text("🇨")], "🇨🇩|🇪🇫🇷"),
    ]

    @Test("Keys edit the line as in emacs", arguments: rows)
    func keys(_ row: Row) {
        let parts = row.before.split(separator: "|", omittingEmptySubsequences: false)
        var line = EditedLine(String(parts[0] + parts[1]))
        line.moveCursor(offset: parts[0].utf8.count)
        if row.name == "nothing to undo" { line = EditedLine("") }
        for key in row.keys where !line.edit(key) {
            if case .text(let scalar) = key { line.insert(String(scalar)) } else { line.insert(line.kills.last ?? "") }
        }
        #expect(line.textBeforeCursor + "|" + line.textBehindCursor == row.after)
    }

    @Test("A change beyond the maximum size leaves the line unchanged", .holds("PX6"))
    func full() {
        var line = EditedLine(String(repeating: "a", count: EditedLine.maximumSize - 1))
        #expect(!line.insert("é") && line.size == EditedLine.maximumSize - 1)
        #expect(line.insert("b") && !line.insert("c") && !line.replace(offsets: 0..<0, with: "d"))
        #expect(line.text.utf8.count == EditedLine.maximumSize)
    }

    @Test("A secret cannot be yanked", .holds("PX7"))
    func secret() {
        var line = EditedLine("hunter2", kills: ["before"], isSecret: true)
        _ = line.edit(.killToStart)
        #expect(line.isEmpty && line.kills == ["before"])
    }

    @Test("Line ends become spaces")
    func lineEnds() {
        #expect(EditedLine("a\r\nb\rc\nd\n").text == "a b c d ")
        #expect(LineEndings.lines(Array("a\r\n\rb\n\nc".utf8)) == ["a", "", "b", "", "c"])
        #expect(LineEndings.lines(Array("\r\n".utf8)) == ["", ""] && LineEndings.lines([]) == [""])
    }
}
