/// The prompt and text in the form in which they are displayed.
struct RenderedLine: Hashable, Sendable {
    let cells: [ScreenCell]
    /// The index of the cell under the cursor, or the number of cells if it is at the end.
    let cursor: Int

    /// Renders a line. `cursor` is the number of characters of the text before the cursor.
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

    /// Returns the length of the common prefix in cells.
    func sameCells(as other: RenderedLine) -> Int {
        let most = min(cells.count, other.cells.count)
        return (0..<most).first { cells[$0] != other.cells[$0] } ?? most
    }

    /// Writes cells, with prompts in bold if `isBold` is set.
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
