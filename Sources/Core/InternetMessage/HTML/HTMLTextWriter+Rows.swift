/// Cells are written as paragraphs. If the cells of a row turn out to be short, they are moved onto one line when the
/// row ends: data tables become lines, and layout tables stay text.
extension HTMLTextWriter {
    /// In bytes. Longer rows are not moved; this bounds the time, however tables are nested.
    private static let longestRow = 1000
    /// In characters. If two cells are longer, they are columns of text, not of a data table.
    private static let longestCell = 60
    /// The maximum number of line ends in the first cell ("Item<br>Number 12" before columns of numbers).
    private static let mostLineEnds = 2

    mutating func openCell() {
        endParagraph()
        rows.openCell()
        hold()
    }

    mutating func closeCell() {
        rows.closeCell(at: output.count, lines: lineCount, emptyLines: emptyLineCount)
        endParagraph()
    }

    mutating func closeRow() {
        let row = rows.takeRow()
        let previous = rows.joinedRowEnd
        rows.joinedRowEnd = nil
        join(row, after: previous)
        endParagraph()
    }

    mutating func closeTable() {
        rows.closeTable()
        endParagraph()
    }

    private mutating func join(_ row: [HTMLTableRows.Cell], after previous: Int?) {
        guard let first = row.first, let last = row.last, let start = first.start, row.count > 1,
            isJoinable(row, start..<max(start, last.end))
        else { return }
        let isWide = row.count { characters($0) > Self.longestCell } > 1
        let separator = isWide ? lineEnd(isEmptyLineBetween: false) : [ASCII.space, UInt8(ascii: "|"), ASCII.space]
        var joined: [UInt8] = []
        for cell in row {
            guard let start = cell.start else { continue }
            if cell.end != first.end { joined.append(contentsOf: separator) }
            joined.append(contentsOf: output[start..<cell.end])
        }
        var lines = first.linesBefore &+ first.lines &+ (isWide ? row.count &- 1 : 0)
        var emptyLines = first.emptyLinesBefore &+ first.emptyLines
        var from = start
        if let previous, previous <= start, !isWide, isGap(previous..<start) {
            joined = lineEnd(isEmptyLineBetween: false) + joined
            lines &-= 1
            emptyLines &-= 1
            from = previous
        }
        replace(from: from, with: joined, lineCount: lines, emptyLineCount: emptyLines)
        if !isWide { rows.joinedRowEnd = output.count }
    }

    private func isJoinable(_ row: [HTMLTableRows.Cell], _ range: Range<Int>) -> Bool {
        guard range.count <= Self.longestRow, range.upperBound == output.count,
            let first = row.first, first.lines <= Self.mostLineEnds, first.emptyLines == 0, !first.isComplex
        else { return false }
        var end = first.end
        for cell in row.dropFirst() {
            guard cell.lines == 0, !cell.isComplex, let start = cell.start, end <= start, isGap(end..<start) else {
                return false
            }
            end = cell.end
        }
        return true
    }

    /// Returns whether the range is at most an empty line: text outside cells must not be lost.
    private func isGap(_ range: Range<Int>) -> Bool {
        range.upperBound <= output.count && output[range].elementsEqual(lineEnd(isEmptyLineBetween: true))
    }

    private func characters(_ cell: HTMLTableRows.Cell) -> Int {
        guard let start = cell.start else { return 0 }
        return output[start..<cell.end].count { $0 & 0xC0 != 0x80 }
    }
}
