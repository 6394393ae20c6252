/// The position of each cell of a line, relative to its first row, on a screen with a given width.
struct LineLayout: Sendable {
    struct Position: Hashable, Sendable {
        var row = 0
        var column = 0
    }

    let columns: Int
    private let places: [Position]
    /// The position after the last cell, which is on a new row if the last one is full.
    let end: Position

    init(_ line: RenderedLine, columns: Int) {
        var places: [Position] = []
        places.reserveCapacity(line.cells.count)
        var next = Position()
        for cell in line.cells {
            if next.column + cell.width > columns { next = Position(row: next.row + 1, column: 0) }
            places.append(next)
            next.column += cell.width
        }
        if next.column >= columns { next = Position(row: next.row + 1, column: 0) }
        self.columns = columns
        self.places = places
        end = next
    }

    var rows: Int { end.row + 1 }

    /// Whether the last row is full, and the end is on a new row.
    var endsAtMargin: Bool { end.column == 0 && !places.isEmpty }

    func position(of cell: Int) -> Position {
        cell < places.count ? places[cell] : end
    }

    /// Returns the position after the cell before `cell`.
    func end(before cell: Int, of line: RenderedLine) -> Position {
        guard cell < places.count else { return end }
        guard cell > 0 else { return Position() }
        var position = places[cell - 1]
        position.column += line.cells[cell - 1].width
        return position.column >= columns ? Position(row: position.row + 1, column: 0) : position
    }

    /// Returns the first cell in this row or a later one.
    func firstCell(row: Int) -> Int {
        places.firstIndex { $0.row >= row } ?? places.count
    }
}
