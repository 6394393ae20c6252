/// Where each cell of a line stands, counted from the beginning of its first row, on a screen of a certain width.
struct LineLayout: Sendable {
    struct Position: Hashable, Sendable {
        var row = 0
        var column = 0
    }

    let columns: Int
    private let places: [Position]
    /// Behind the last cell, at the beginning of a new row where the last one is full.
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

    /// Whether the last row is full, and the end stands in one of its own.
    var endsAtMargin: Bool { end.column == 0 && !places.isEmpty }

    func position(of cell: Int) -> Position {
        cell < places.count ? places[cell] : end
    }

    /// Where the cells before this one end.
    func end(before cell: Int, of line: RenderedLine) -> Position {
        guard cell < places.count else { return end }
        guard cell > 0 else { return Position() }
        var position = places[cell - 1]
        position.column += line.cells[cell - 1].width
        return position.column >= columns ? Position(row: position.row + 1, column: 0) : position
    }

    /// The first cell in this row or a later one.
    func firstCell(row: Int) -> Int {
        places.firstIndex { $0.row >= row } ?? places.count
    }
}
