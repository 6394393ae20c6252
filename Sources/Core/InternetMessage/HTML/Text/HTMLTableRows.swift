/// The rows being written, of tables within tables: the positions of each cell's text.
struct HTMLTableRows {
    struct Cell {
        /// The range of the text; there is none while `start` is `nil`.
        var start: Int?
        var end = 0
        /// The number of line ends before the text; once the cell is closed, the number inside it.
        var lines = 0
        var emptyLines = 0
        var linesBefore = 0
        var emptyLinesBefore = 0
        /// Whether the cell contains content that needs separate lines: lists, quotations, preformatted text.
        var isComplex = false
        var isOpen = true
        /// The index in the row.
        var column = 0
    }

    struct Table {
        /// The cell that contains the table.
        let outer: Int?
        let firstCell: Int
        /// The previous rows, if they are lines with their cells side by side.
        var alignment: HTMLTableAlignment?
        /// The column of the next cell.
        var nextColumn = 0
    }

    private(set) var cells: [Cell] = []
    private(set) var tables: [Table] = []

    /// The innermost open cell.
    private var current: Int? {
        if let last = cells.last, last.isOpen { return cells.count &- 1 }
        return tables.last?.outer
    }

    mutating func openTable() {
        tables.append(Table(outer: current, firstCell: cells.count))
    }

    mutating func closeTable() {
        tables.removeLast(min(1, tables.count))
    }

    /// Opens a cell that spans a number of columns.
    mutating func openCell(columns: Int) {
        guard let table = tables.indices.last else { return }
        cells.append(Cell(column: tables[table].nextColumn))
        tables[table].nextColumn = min(tables[table].nextColumn &+ columns, 1 << 20)
    }

    mutating func closeCell(at end: Int, lines: Int, emptyLines: Int) {
        guard let index = cells.indices.last, cells[index].isOpen else { return }
        guard let start = cells[index].start else {
            cells.removeLast()
            return
        }
        cells[index].isOpen = false
        cells[index].end = end
        cells[index].lines = lines &- cells[index].linesBefore
        cells[index].emptyLines = emptyLines &- cells[index].emptyLinesBefore
        guard let outer = tables.last?.outer, cells.indices.contains(outer) else { return }
        // The outer cell's text begins with that of its first inner cell.
        if cells[outer].start == nil {
            cells[outer].start = start
            cells[outer].linesBefore = cells[index].linesBefore
            cells[outer].emptyLinesBefore = cells[index].emptyLinesBefore
        }
        if cells[index].isComplex { cells[outer].isComplex = true }
    }

    /// Returns the cells of the row that ends here, and removes them.
    mutating func takeRow() -> [Cell] {
        guard let table = tables.last else { return [] }
        tables[tables.count &- 1].nextColumn = 0
        guard cells.count > table.firstCell else { return [] }
        let row = Array(cells[table.firstCell...])
        cells.removeLast(row.count)
        return row
    }

    var alignment: HTMLTableAlignment? {
        get { tables.last?.alignment }
        set {
            if !tables.isEmpty { tables[tables.count &- 1].alignment = newValue }
        }
    }

    mutating func markComplex() {
        if let current, cells.indices.contains(current) { cells[current].isComplex = true }
    }

    mutating func contentBegins(at index: Int, lines: Int, emptyLines: Int) {
        guard let current, cells.indices.contains(current), cells[current].start == nil else { return }
        cells[current].start = index
        cells[current].linesBefore = lines
        cells[current].emptyLinesBefore = emptyLines
    }
}
