/// Shows a line without ever moving the cursor but by writing: what a screen reader or a typewriter can follow.
///
/// What is typed at the end is written, and Backspace takes it back as a terminal does by itself. Any other change is
/// the whole line once more, on a new row.
struct AppendingPainter: Sendable {
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

    /// How many columns the last character takes, if it is all that stands behind the cells before `cell`, and can be
    /// reached without going back to another row.
    private func width(ofLast cell: Int, of old: RenderedLine) -> Int? {
        let last = old.cells[cell...]
        guard last.first?.isStart == true, !last.dropFirst().contains(where: \.isStart) else { return nil }
        let layout = LineLayout(old, columns: columns)
        let isOneRow = layout.position(of: cell).row == layout.end.row
        return isOneRow ? last.reduce(0) { $0 + $1.width } : nil
    }

    mutating func announce(_ lines: [String], into output: inout [UInt8]) {
        if !line.cells.isEmpty { output += Array("\r\n".utf8) }
        for text in lines { output += Array((TerminalSafeText.line(text) + "\r\n").utf8) }
        line.write(0..<line.cells.count, isBold: false, to: &output)
    }

    /// The line once more, on a new row.
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
