/// The rows that are being written, of tables within tables: where each cell's text stands.
struct HTMLTableRows {
    struct ScreenCell {
        /// Where the text begins and ends; it has none while `start` is `nil`.
        var start: Int?
        var end = 0
        /// Line ends before the text; then, when the cell is closed, those in it.
        var lines = 0
        var emptyLines = 0
        var linesBefore = 0
        var emptyLinesBefore = 0
        /// Holds what needs lines of its own: lists, quotations, preformatted text.
        var isComplex = false
        var isOpen = true
    }

    struct Table {
        /// The cell that holds the table.
        let outer: Int?
        let firstCell: Int
        /// Where the row before ended, if it is one line with its cells side by side.
        var joinedRowEnd: Int?
    }

    private(set) var cells: [ScreenCell] = []
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
        _ = takeRow()
        tables.removeLast(min(1, tables.count))
    }

    mutating func openCell() {
        if !tables.isEmpty { cells.append(ScreenCell()) }
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
        // The outer cell's text begins with that of the first cell in it.
        if cells[outer].start == nil {
            cells[outer].start = start
            cells[outer].linesBefore = cells[index].linesBefore
            cells[outer].emptyLinesBefore = cells[index].emptyLinesBefore
        }
        if cells[index].isComplex { cells[outer].isComplex = true }
    }

    /// The cells of the row that ends here; the next row begins without any.
    mutating func takeRow() -> [ScreenCell] {
        guard let table = tables.last, cells.count > table.firstCell else { return [] }
        let row = Array(cells[table.firstCell...])
        cells.removeLast(row.count)
        return row
    }

    var joinedRowEnd: Int? {
        get { tables.last?.joinedRowEnd }
        set {
            if !tables.isEmpty { tables[tables.count &- 1].joinedRowEnd = newValue }
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
