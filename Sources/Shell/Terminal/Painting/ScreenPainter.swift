/// Shows a line on a screen, over several rows where it is long, and writes no more than has changed.
///
/// What stands above the line's first row is never written to. A line with more rows than the screen shows those around
/// its cursor. Rows go over into each other by themselves, so that the terminal knows that they are one line
/// [ECMA-48: CUU, CUD, CUF, ED, SGR].
struct ScreenPainter: Sendable {
    private let isBold: Bool
    private var size: ScreenSize
    private var line: RenderedLine
    private var layout: LineLayout
    /// The first row of the line that is on the screen.
    private var top = 0
    /// Where the cursor is.
    private var position = LineLayout.Position()

    /// Begins a line in the row that the cursor stands in. What stands there is erased: keys that were pressed early
    /// have been echoed there.
    init(_ line: RenderedLine, size: ScreenSize, isBold: Bool, into output: inout [UInt8]) {
        self.isBold = isBold
        self.size = size
        self.line = line
        layout = LineLayout(line, columns: size.columns)
        repaint(into: &output)
    }

    // MARK: - Changes

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

    /// The screen has another size now, for which `new` is the same line. Some terminals break the rows of a line anew
    /// and some cut them off: the cursor goes up no further than is right in both cases. What that leaves of the line is
    /// parted from it by a row, or the terminal would take them for one when its size changes again.
    mutating func resize(_ new: RenderedLine, _ newSize: ScreenSize, into output: inout [UInt8]) {
        let newLayout = LineLayout(new, columns: newSize.columns)
        let rowIfCut = position.row - top
        let broken = newLayout.position(of: new.cursor)
        // A terminal may still have the cursor at the end of the row before.
        let isSame = newSize.columns == size.columns
        let rowIfBroken = isSame ? rowIfCut : broken.column == 0 ? max(0, broken.row - 1) : broken.row
        (line, layout, size) = (new, newLayout, newSize)
        position.row = top + min(rowIfCut, rowIfBroken, newSize.rows - 1)
        erase(into: &output)
        if rowIfCut != rowIfBroken { output += Array("\r\n".utf8) }
        repaint(into: &output)
    }

    /// Begins at the top of an empty screen.
    mutating func clear(into output: inout [UInt8]) {
        output += Array("\u{1B}[H\u{1B}[2J".utf8)
        (top, position) = (0, LineLayout.Position())
        repaint(into: &output)
    }

    /// Leaves the line as it is, with a remark behind it, and goes to the row below.
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

    /// Takes the line off the screen; the cursor stands at the beginning of its first row.
    mutating func erase(into output: inout [UInt8]) {
        moveUp(position.row - top, into: &output)
        output += Array("\r\u{1B}[J".utf8)
        (top, position) = (0, LineLayout.Position())
    }

    // MARK: - Writing

    /// Everything that fits, from the first row that is on the screen.
    private mutating func repaint(into output: inout [UInt8]) {
        let cursor = layout.position(of: line.cursor)
        let shownBefore = top
        erase(into: &output)
        // As it was, as long as the cursor is in it and no row is empty without need.
        let lowest = min(max(shownBefore, cursor.row - size.rows + 1), cursor.row)
        top = max(0, min(lowest, layout.rows - size.rows))
        position.row = top
        let below = layout.firstCell(row: top + size.rows)
        line.write(layout.firstCell(row: top)..<below, isBold: isBold, to: &output)
        if layout.end.row < top + size.rows {
            beginRowBehindFullOne(layout, into: &output)
            position = layout.end
        } else {
            // Behind the last column, where the next character would begin a row.
            position = LineLayout.Position(row: top + size.rows - 1, column: size.columns)
        }
        move(to: cursor, into: &output)
    }

    /// Terminals begin a row only with the character behind a full one.
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
