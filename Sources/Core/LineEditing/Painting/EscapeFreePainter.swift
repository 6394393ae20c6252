/// Displays a line without moving the cursor other than by writing, for screen readers and simple terminals.
///
/// Text typed at the end is appended, and Backspace erases the last character. After any other change, the whole line
/// is repeated on a new row.
struct EscapeFreePainter: Sendable {
    private var line: RenderedLine
    private var columns: Int

    init(_ line: RenderedLine, columns: Int, into output: inout [UInt8]) {
        self.line = line
        self.columns = columns
        line.write(0..<line.cells.count, isBold: false, to: &output)
    }

    mutating func update(_ new: RenderedLine, into output: inout [UInt8]) {
        let old = line
        line = new
        let same = old.sameCells(as: new)
        if same == old.cells.count, same == new.cells.count { return }
        if same == old.cells.count, new.isCursorAtEnd {
            new.write(same..<new.cells.count, isBold: false, to: &output)
        } else if same == new.cells.count, new.isCursorAtEnd, let width = width(ofLast: same, of: old) {
            for _ in 0..<width { output += [0x08, 0x20, 0x08] }
        } else {
            repeatLine(into: &output)
        }
    }

    /// Returns the width of the last character in columns, if it starts at `cell` and is on the last row.
    private func width(ofLast cell: Int, of old: RenderedLine) -> Int? {
        let last = old.cells[cell...]
        guard last.first?.isStart == true, !last.dropFirst().contains(where: \.isStart) else { return nil }
        let layout = LineLayout(old, columns: columns)
        let isOneRow = layout.position(of: cell).row == layout.end.row
        return isOneRow ? last.reduce(0) { $0 + $1.width } : nil
    }

    /// Prints lines, and below them the line as it is now.
    mutating func announce(_ lines: [String], above new: RenderedLine, into output: inout [UInt8]) {
        if !line.cells.isEmpty { output += Array("\r\n".utf8) }
        for text in lines { output += Array((TerminalSafeText.line(text) + "\r\n").utf8) }
        line = new
        line.write(0..<line.cells.count, isBold: false, to: &output)
    }

    /// Writes the line again on a new row.
    func repeatLine(into output: inout [UInt8]) {
        output += Array("\r\n".utf8)
        line.write(0..<line.cells.count, isBold: false, to: &output)
    }

    mutating func resize(columns: Int) {
        self.columns = columns
    }

    func finish(_ remark: String, into output: inout [UInt8]) {
        output += Array((remark + "\r\n").utf8)
    }
}
