import MailTestSupport
import Testing

@testable import LineEditing

/// Types random input and compares the screen with the expected one.
private struct Painting {
    static let prompt = "d7| "
    static let pieces = [
        "a", "b", " ", "é", "e\u{301}", "日", "👍", "👩\u{200D}👧", "\u{301}", "\u{1B}[2J", "\u{202E}", "\u{85}", "한",
        "some words of text ", "日本語の本を", "\t", "\u{7}", "🇩🇪",
    ]

    var generator: SeededGenerator
    let isBold: Bool
    var terminal: ScreenEmulator
    var line = EditedLine()
    var painter: ScreenPainter
    var above: [String]
    /// Whether parts of the line may remain above it, because it was higher than the screen or the screen was resized.
    var hasRemains = false

    init(seed: UInt64, columns: Int, rows: Int) {
        generator = SeededGenerator(seed: seed)
        isBold = seed % 2 == 0
        terminal = ScreenEmulator(columns: columns, rows: rows)
        above = columns < 12 ? ["1", "2"] : ["first", "second 日本", "third"]
        var octets = above.flatMap { Array("\($0)\r\n".utf8) }
        let shown = RenderedLine(prompt: Self.prompt, text: [Character](), cursor: 0, columns: columns)
        painter = ScreenPainter(
            shown, size: ScreenSize(columns: columns, rows: rows), isBold: isBold, into: &octets)
        terminal.feed(octets)
    }

    var shown: RenderedLine {
        RenderedLine(prompt: Self.prompt, text: line.characters, cursor: line.cursor, columns: terminal.columns)
    }

    mutating func edit() {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...5: line.insert(Self.pieces.randomElement(using: &generator) ?? "")
        case 6: _ = line.edit(.backspace)
        case 7: _ = line.edit([.home, .end, .wordLeft].randomElement(using: &generator) ?? .end)
        case 8, 9: _ = line.edit([.left, .right].randomElement(using: &generator) ?? .left)
        case 10: _ = line.edit([.killBlankWord, .undo, .transpose].randomElement(using: &generator) ?? .undo)
        default: if Int.random(in: 0..<8, using: &generator) == 0 { _ = line.edit(.killToStart) }
        }
    }

    mutating func update() {
        var octets: [UInt8] = []
        painter.update(shown, into: &octets)
        terminal.feed(octets)
    }

    mutating func announce(_ text: String) {
        var octets: [UInt8] = []
        painter.announce([text], into: &octets)
        terminal.feed(octets)
        above.append(text)
    }

    mutating func resize(columns: Int, isReflowing: Bool) {
        hasRemains = true
        if isReflowing { terminal.reflow(columns: columns) } else { terminal.cut(columns: columns) }
        var octets: [UInt8] = []
        painter.resize(shown, ScreenSize(columns: columns, rows: terminal.rows), into: &octets)
        terminal.feed(octets)
    }

    /// Returns the expected rows of the line and the position of the cursor, built cell by cell.
    private func expected() -> (rows: [String], row: Int, column: Int) {
        var rows = [[String]()]
        var cursor = (row: 0, column: 0)
        let shown = shown
        for (index, cell) in shown.cells.enumerated() {
            if rows[rows.count - 1].count + cell.width > terminal.columns { rows.append([]) }
            if index == shown.cursor { cursor = (rows.count - 1, rows[rows.count - 1].count) }
            rows[rows.count - 1] += cell.width == 2 ? [cell.text, ""] : [cell.text]
        }
        if rows[rows.count - 1].count == terminal.columns { rows.append([]) }
        if shown.cursor == shown.cells.count { cursor = (rows.count - 1, rows[rows.count - 1].count) }
        let texts = rows.map { row in
            var filled = ScreenEmulator.Row(columns: max(terminal.columns, row.count))
            filled.cells.replaceSubrange(..<row.count, with: row)
            return filled.text
        }
        return (texts, cursor.row, cursor.column)
    }

    /// Returns what is wrong, or `nil`.
    mutating func fault() -> String? {
        let expected = expected()
        if let objection = terminal.objections.first { return "the terminal does not know \(objection)" }
        if terminal.isBold { return "bold is left on" }
        if terminal.column != expected.column { return "column \(terminal.column), not \(expected.column)" }
        let screen = terminal.screen.map(\.text)
        hasRemains = hasRemains || expected.rows.count > terminal.rows
        let first = terminal.row - expected.row
        if expected.rows.count <= terminal.rows {
            guard first >= 0, first + expected.rows.count <= screen.count else { return "the line is not all there" }
            if Array(screen[first..<first + expected.rows.count]) != expected.rows { return "other text: \(screen)" }
            if screen[(first + expected.rows.count)...].contains(where: { !$0.isEmpty }) { return "something below" }
        } else {
            let shown = expected.rows.dropFirst(-first).prefix(terminal.rows)
            if first > 0 || Array(shown) != screen { return "other text: \(screen) for \(expected.rows)" }
        }
        let before = terminal.past.map(\.text) + screen[..<max(0, first)]
        if hasRemains { return before.starts(with: above) ? nil : "changed above: \(before)" }
        return before == above ? nil : "above: \(before), not \(above)"
    }
}

@Suite("Line display on a screen", .holds("PX3"))
struct PaintingTests {
    static let sizes = [(1, 6), (2, 6), (3, 40), (10, 5), (10, 60), (40, 3), (40, 24), (80, 24), (80, 1), (200, 50)]

    @Test(
        "After each key, the screen shows the line and cursor, and nothing above changes",
        arguments: sizes, 1...6)
    func editing(_ size: (columns: Int, rows: Int), _ round: UInt64) {
        let seed = SeededGenerator.fresh.seed &+ round
        var painting = Painting(seed: seed, columns: size.columns, rows: size.rows)
        for step in 0..<250 {
            painting.edit()
            painting.update()
            if let fault = painting.fault() {
                Issue.record("seed \(seed), step \(step), \(painting.line.text.debugDescription): \(fault)")
                return
            }
        }
    }

    @Test("Messages appear above the line, which remains unchanged", arguments: sizes, 1...3)
    func printing(_ size: (columns: Int, rows: Int), _ round: UInt64) {
        let seed = SeededGenerator.fresh.seed &+ round
        var painting = Painting(seed: seed, columns: size.columns, rows: size.rows)
        for step in 0..<100 {
            painting.edit()
            painting.update()
            if step % 7 == 0, painting.fault() == nil, !painting.hasRemains { painting.announce("\(step % 9)") }
            if let fault = painting.fault() {
                Issue.record("seed \(seed), step \(step), \(painting.line.text.debugDescription): \(fault)")
                return
            }
        }
    }
}

@Suite("Resizing the terminal")
struct ResizingTests {
    @Test(
        "After resizing, the line is shown, and nothing above it changes",
        .holds("PX3"), arguments: [true, false], 1...30)
    func resizing(_ isReflowing: Bool, _ round: UInt64) {
        let seed = SeededGenerator.fresh.seed &+ round
        var painting = Painting(seed: seed, columns: 30, rows: 40)
        for step in 0..<12 {
            for _ in 0..<5 { painting.edit() }
            painting.update()
            let columns = Int.random(in: 12...60, using: &painting.generator)
            painting.resize(columns: columns, isReflowing: isReflowing)
            if let fault = painting.fault() {
                Issue.record(
                    "seed \(seed), step \(step), \(columns) columns, \(painting.line.text.debugDescription): \(fault)")
                return
            }
        }
    }
}
