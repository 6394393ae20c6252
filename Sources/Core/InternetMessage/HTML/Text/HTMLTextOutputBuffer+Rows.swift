/// Cells are written as paragraphs. If the cells of a row turn out to be short, they are moved onto one line when the
/// row ends, and such lines are aligned when the table ends: data tables become columns, and layout tables stay text.
extension HTMLTextOutputBuffer {
    /// In bytes. Longer rows are not moved; this bounds the time, however tables are nested.
    private static let longestRow = 1000
    /// In characters. If two cells are longer, they are columns of text, not of a data table.
    private static let longestCell = 60
    /// The maximum number of line ends in the first cell ("Item<br>Number 12" before columns of numbers).
    private static let mostLineEnds = 2

    mutating func openCell(columns: Int) {
        endParagraph()
        rows.openCell(columns: columns)
        hold()
    }

    mutating func closeCell() {
        rows.closeCell(at: output.count, lines: lineCount, emptyLines: emptyLineCount)
        endParagraph()
    }

    mutating func closeRow() {
        let row = rows.takeRow()
        var previous = rows.alignment.take()
        join(row, after: &previous)
        if let previous { align(previous) }
        endParagraph()
    }

    mutating func closeTable() {
        _ = rows.takeRow()
        let previous = rows.alignment
        rows.alignment = nil
        if let previous { align(previous) }
        rows.closeTable()
        endParagraph()
    }

    /// Aligns rows of which the last one is known, unless much text follows them.
    private mutating func align(_ lines: HTMLTableAlignment) {
        guard !isSpoken, output.count &- lines.range.upperBound <= HTMLTableAlignment.longestTail,
            let aligned = lines.aligned(in: output)
        else { return }
        let growth = aligned.count &- lines.range.count
        replace(lines.range, with: aligned)
        rows.alignment?.shift(by: growth)
        links.shift(by: growth, from: lines.range.upperBound)
    }

    /// Moves the cells of a row onto one line. If the line continues the rows of `previous`, takes them, without copying
    /// them: a table may have very many.
    private mutating func join(_ row: [HTMLTableRows.Cell], after previous: inout HTMLTableAlignment?) {
        guard let first = row.first, let last = row.last, let start = first.start, row.count > 1,
            isJoinable(row, start..<max(start, last.end))
        else { return }
        let isWide = row.count { characters($0) > Self.longestCell } > 1
        let separator = isWide ? lineEnd(isEmptyLineBetween: false) : [ASCII.space, UInt8(ascii: "|"), ASCII.space]
        var lines = first.linesBefore &+ first.lines &+ (isWide ? row.count &- 1 : 0)
        var emptyLines = first.emptyLinesBefore &+ first.emptyLines
        var joined: [UInt8] = []
        var from = start
        let continues = previous.map { $0.range.upperBound <= start && !isWide && isGap($0.range.upperBound..<start) }
        if let previous, continues == true {
            joined = lineEnd(isEmptyLineBetween: false)
            lines &-= 1
            emptyLines &-= 1
            from = previous.range.upperBound
        }
        let rowStart = from &+ joined.count
        var cells: [HTMLTableAlignment.Cell] = []
        for cell in row {
            guard let start = cell.start else { continue }
            if cell.end != first.end {
                let isSentence = isSpoken && !isWide
                if isSentence, let last = joined.last, !Self.isPause(last) { joined.append(ASCII.comma) }
                joined.append(contentsOf: isSentence ? [ASCII.space] : separator)
            }
            let cellStart = from &+ joined.count
            joined.append(contentsOf: output[start..<cell.end])
            cells.append(.init(column: cell.column, range: cellStart..<(from &+ joined.count)))
        }
        if isSpoken, !isWide, let last = joined.last, !Self.isPause(last) { joined.append(ASCII.dot) }
        replace(from: from, with: joined, lineCount: lines, emptyLineCount: emptyLines)
        guard !isWide else { return }
        if continues == true, var alignment = previous.take() {
            alignment.add(cells, until: output.count)
            rows.alignment = alignment
        } else {
            rows.alignment = HTMLTableAlignment(row: cells, in: rowStart..<output.count, prefix: prefix.count)
        }
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
