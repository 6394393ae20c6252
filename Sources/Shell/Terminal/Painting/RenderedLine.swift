/// Prompt and text as they are to stand on the screen.
struct RenderedLine: Hashable, Sendable {
    let cells: [ScreenCell]
    /// The cell that the cursor stands on; behind the last one at the end.
    let cursor: Int

    /// The first `cursor` characters of the text stand before the cursor.
    init(prompt: String, text: some Collection<Character>, cursor: Int, columns: Int) {
        var cells: [ScreenCell] = []
        for character in TerminalSafeText.line(prompt) {
            ScreenCell.append(character, isPrompt: true, columns: columns, to: &cells)
        }
        var place = cells.count
        for (index, character) in text.enumerated() {
            if index == cursor { place = cells.count }
            ScreenCell.append(character, isPrompt: false, columns: columns, to: &cells)
        }
        if cursor >= text.count { place = cells.count }
        self.cells = cells
        self.cursor = place
    }

    private init(cells: [ScreenCell], cursor: Int) {
        self.cells = cells
        self.cursor = cursor
    }

    var isCursorAtEnd: Bool { cursor == cells.count }
    var withCursorAtEnd: RenderedLine { RenderedLine(cells: cells, cursor: cells.count) }

    /// How many cells stand at the beginning of both lines.
    func sameCells(as other: RenderedLine) -> Int {
        let most = min(cells.count, other.cells.count)
        return (0..<most).first { cells[$0] != other.cells[$0] } ?? most
    }

    /// What is written for cells; prompts may be bold.
    func write(_ range: Range<Int>, isBold: Bool, to output: inout [UInt8]) {
        var isInBold = false
        for cell in cells[range] {
            if isBold, cell.isPrompt != isInBold {
                isInBold = cell.isPrompt
                output += Array((isInBold ? "\u{1B}[1m" : "\u{1B}[m").utf8)
            }
            output += Array(cell.text.utf8)
        }
        if isInBold { output += Array("\u{1B}[m".utf8) }
    }
}
