/// Consecutive rows of a table whose cells are side by side, to be aligned in columns when the last of them is known.
struct HTMLTableAlignment {
    struct Cell {
        /// From 0. Cells that span columns and empty cells count.
        let column: Int
        let range: Range<Int>
    }

    /// The range of all rows in the output.
    private(set) var range: Range<Int>
    private var rows: [[Cell]]
    /// The bytes at the start of each line but the first.
    private let prefix: Int

    /// In characters. Wider tables stay unaligned, because their lines would be broken anyway.
    private static let widest = 76
    /// Text after the table that would have to be moved; this bounds the time.
    static let longestTail = 4096
    private static let mostColumns = 40

    init(row: [Cell], in range: Range<Int>, prefix: Int) {
        self.range = range
        self.prefix = prefix
        rows = [row]
    }

    mutating func add(_ row: [Cell], until end: Int) {
        rows.append(row)
        range = range.lowerBound..<end
    }

    /// The output before the rows became longer by `count` bytes, or shorter.
    mutating func shift(by count: Int) {
        range = (range.lowerBound &+ count)..<(range.upperBound &+ count)
        rows = rows.map { row in
            row.map { Cell(column: $0.column, range: ($0.range.lowerBound &+ count)..<($0.range.upperBound &+ count)) }
        }
    }

    /// Returns the rows in columns, or `nil` if they stay as they are.
    func aligned(in output: [UInt8]) -> [UInt8]? {
        guard rows.count > 1, range.upperBound <= output.count else { return nil }
        let columns = Set(rows.joined().map(\.column)).sorted()
        guard columns.count <= Self.mostColumns else { return nil }
        let texts = rows.map { row in
            columns.map { column in row.first { $0.column == column }.map { output[$0.range] } }
        }
        let widths = columns.indices.map { column in texts.map { width(of: $0[column]) }.max() ?? 0 }
        guard widths.reduce(0, +) &+ 3 &* (columns.count &- 1) <= Self.widest else { return nil }
        let numeric = columns.indices.map { column in
            column > 0 && texts.dropFirst().allSatisfy { Self.isNumber($0[column] ?? []) }
        }
        var aligned: [UInt8] = []
        // The gap between two rows is a line end and the prefix.
        let gap = gap(in: output)
        for (index, row) in texts.enumerated() {
            if index > 0 { aligned += gap }
            let last = row.lastIndex { $0 != nil } ?? 0
            for column in 0...last {
                if column > 0 { aligned += [ASCII.space, UInt8(ascii: "|"), ASCII.space] }
                let text = row[column] ?? []
                let padding = repeatElement(ASCII.space, count: max(0, widths[column] &- width(of: text)))
                if numeric[column] {
                    aligned += padding
                    aligned += text
                } else {
                    aligned += text
                    if column < last { aligned += padding }
                }
            }
        }
        return aligned
    }

    private func gap(in output: [UInt8]) -> ArraySlice<UInt8> {
        guard let end = rows[0].last?.range.upperBound, let start = rows[1].first?.range.lowerBound, end <= start else {
            return [ASCII.lf]
        }
        return output[end..<start]
    }

    /// Returns the columns of the last line of a cell; only a first cell has several.
    private func width(of text: ArraySlice<UInt8>?) -> Int {
        guard let text else { return 0 }
        guard let end = text.lastIndex(of: ASCII.lf) else { return Self.columns(of: text) }
        return Self.columns(of: text[(end &+ 1)...].dropFirst(prefix))
    }

    private static func columns(of text: ArraySlice<UInt8>) -> Int {
        var columns = 0
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] < 0x80 {
                columns &+= 1
                index &+= 1
            } else {
                let (scalar, length) = text.span.scalar(at: index &- text.startIndex, end: text.count)
                columns &+= width(of: scalar)
                index &+= length
            }
        }
        return columns
    }

    /// Returns the columns of a character in a terminal, without the rare cases [Unicode TR 11].
    private static func width(of scalar: UInt32) -> Int {
        switch scalar {
        case 0x0300...0x036F, 0x200C...0x200F, 0xFE00...0xFE0F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }

    /// Whether a cell is a number, which may have a unit: "1,299.00 EUR". Empty cells count.
    private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
        text.isEmpty
            || text.contains(where: \.isDigit)
                && text.allSatisfy { !$0.isLetter || $0 >= 0x80 }
            || isAmount(text)
    }

    private static func isAmount(_ text: ArraySlice<UInt8>) -> Bool {
        let words = text.split(separator: ASCII.space)
        guard words.count == 2 else { return false }
        let units = words.filter { $0.count == 3 && $0.allSatisfy(\.isLetter) }
        return units.count == 1 && words.contains { $0.contains(where: \.isDigit) && !$0.contains(where: \.isLetter) }
    }
}
