/// Displays a line on a screen, over several rows if necessary, and writes only what has changed.
///
/// Never writes above the line's first row. If the line has more rows than the screen, shows those around the cursor.
/// Rows are wrapped by the terminal, so that it knows that they form one line [ECMA-48: CUU, CUD, CUF, ED, SGR].
struct ScreenPainter: Sendable {
    private let isBold: Bool
    private var size: ScreenSize
    private var line: RenderedLine
    private var layout: LineLayout
    /// The first visible row of the line.
    private var top = 0
    /// The position of the cursor.
    private var position = LineLayout.Position()

    /// Starts a line in the row of the cursor, and erases that row, which may contain the echo of keys pressed early.
    init(_ line: RenderedLine, size: ScreenSize, isBold: Bool, into output: inout [UInt8]) {
        self.isBold = isBold
        self.size = size
        self.line = line
        layout = LineLayout(line, columns: size.columns)
        repaint(into: &output)
    }

    // MARK: - Updating

    mutating func update(_ new: RenderedLine, into output: inout [UInt8]) {
        let same = line.sameCells(as: new)
        if same == line.cells.count, same == new.cells.count, new.cursor == line.cursor { return }
        let newLayout = LineLayout(new, columns: size.columns)
        let isAppending = same == line.cells.count && position == layout.end && new.isCursorAtEnd
        guard isAppending || top == 0 && layout.rows <= size.rows && newLayout.rows <= size.rows else {
            (line, layout) = (new, newLayout)
            return repaint(into: &output)
        }
        if same < max(line.cells.count, new.cells.count) {
            move(to: layout.end(before: same, of: line), into: &output)
            if same < line.cells.count { output += Array("\u{1B}[J".utf8) }
            new.write(same..<new.cells.count, isBold: isBold, to: &output)
            if same < new.cells.count { beginRowBehindFullOne(newLayout, into: &output) }
            position = newLayout.end
        }
        (line, layout) = (new, newLayout)
        top = max(top, layout.rows - size.rows)
        move(to: layout.position(of: line.cursor), into: &output)
    }

    /// Prints lines above this one.
    mutating func announce(_ lines: [String], into output: inout [UInt8]) {
        erase(into: &output)
        for text in lines { output += Array((TerminalSafeText.line(text) + "\r\n").utf8) }
        repaint(into: &output)
    }

    /// Adapts to a new screen size, for which `new` is the same line. Some terminals rewrap the rows of a line, others
    /// cut them off, so the cursor moves up by the smaller number of rows. If that leaves remains of the line, a row
    /// separates them from it, or the terminal would join them when its size changes again.
    mutating func resize(_ new: RenderedLine, _ newSize: ScreenSize, into output: inout [UInt8]) {
        let newLayout = LineLayout(new, columns: newSize.columns)
        let rowIfCut = position.row - top
        let broken = newLayout.position(of: new.cursor)
        // A terminal may leave the cursor at the end of the previous row.
        let isSame = newSize.columns == size.columns
        let rowIfBroken = isSame ? rowIfCut : broken.column == 0 ? max(0, broken.row - 1) : broken.row
        (line, layout, size) = (new, newLayout, newSize)
        position.row = top + min(rowIfCut, rowIfBroken, newSize.rows - 1)
        erase(into: &output)
        if rowIfCut != rowIfBroken { output += Array("\r\n".utf8) }
        repaint(into: &output)
    }

    /// Clears the screen, and paints the line at its top.
    mutating func clear(into output: inout [UInt8]) {
        output += Array("\u{1B}[H\u{1B}[2J".utf8)
        (top, position) = (0, LineLayout.Position())
        repaint(into: &output)
    }

    /// Leaves the line in place, writes a remark after it, and moves to the next row.
    mutating func finish(_ remark: String, into output: inout [UInt8]) {
        if position != layout.end {
            if layout.rows - top > size.rows {
                line = line.withCursorAtEnd
                repaint(into: &output)
            }
            move(to: layout.end, into: &output)
        }
        output += Array(remark.utf8)
        if !remark.isEmpty || !layout.endsAtMargin { output += Array("\r\n".utf8) }
    }

    /// Erases the line, and moves the cursor to the start of its first row.
    mutating func erase(into output: inout [UInt8]) {
        moveUp(position.row - top, into: &output)
        output += Array("\r\u{1B}[J".utf8)
        (top, position) = (0, LineLayout.Position())
    }

    // MARK: - Writing

    /// Paints the visible rows of the line.
    private mutating func repaint(into output: inout [UInt8]) {
        let cursor = layout.position(of: line.cursor)
        let shownBefore = top
        erase(into: &output)
        // Keep the scroll position, unless the cursor would be invisible or rows would be empty unnecessarily.
        let lowest = min(max(shownBefore, cursor.row - size.rows + 1), cursor.row)
        top = max(0, min(lowest, layout.rows - size.rows))
        position.row = top
        let below = layout.firstCell(row: top + size.rows)
        line.write(layout.firstCell(row: top)..<below, isBold: isBold, to: &output)
        if layout.end.row < top + size.rows {
            beginRowBehindFullOne(layout, into: &output)
            position = layout.end
        } else {
            // After the last column, where the next character would wrap.
            position = LineLayout.Position(row: top + size.rows - 1, column: size.columns)
        }
        move(to: cursor, into: &output)
    }

    /// Terminals wrap only when a character is written after a full row.
    private func beginRowBehindFullOne(_ layout: LineLayout, into output: inout [UInt8]) {
        if layout.endsAtMargin { output += Array(" \r".utf8) }
    }

    private func moveUp(_ rows: Int, into output: inout [UInt8]) {
        if rows > 0 { output += Array("\u{1B}[\(rows)A".utf8) }
    }

    private mutating func move(to target: LineLayout.Position, into output: inout [UInt8]) {
        guard target != position else { return }
        moveUp(position.row - target.row, into: &output)
        if target.row > position.row { output += Array("\u{1B}[\(target.row - position.row)B".utf8) }
        if target.column != position.column {
            output += Array("\r".utf8)
            if target.column > 0 { output += Array("\u{1B}[\(target.column)C".utf8) }
        }
        position = target
    }
}
