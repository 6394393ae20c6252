import LineEditing
import Terminal

/// A terminal that understands the sequences of the line editor, and records everything else as an objection.
///
/// Like xterm, it wraps only when a character follows a full row. Its character widths are those of `DisplayWidth`.
public struct ScreenEmulator {
    public struct Row: Hashable {
        /// One per column: "" under the right half of a wide character, and `empty` if nothing was written since the
        /// column was erased.
        public var cells: [String]
        /// Whether the same line continues in the next row.
        public var goesOn = false
        /// Whether the last column is empty because a wide character did not fit.
        public var isPadded = false

        public static let empty = "\0"

        public init(columns: Int) {
            cells = Array(repeating: Row.empty, count: columns)
        }

        /// The column after the last written one.
        public var end: Int { cells.lastIndex { $0 != Row.empty }.map { $0 + 1 } ?? 0 }

        public var text: String {
            let shown = cells.map { $0 == Row.empty ? " " : $0 }
            return shown[..<(shown.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)].joined()
        }
    }

    public private(set) var columns: Int
    public private(set) var rows: Int
    /// Rows that have scrolled off the top.
    public private(set) var past: [Row] = []
    public private(set) var screen: [Row]
    public private(set) var row = 0
    /// Equal to `columns` if the row is full and the next character will wrap.
    public private(set) var column = 0
    public private(set) var isBold = false
    public private(set) var objections: [String] = []

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        screen = Array(repeating: Row(columns: columns), count: rows)
    }

    /// All rows, including those that have scrolled off.
    public var all: [Row] { past + screen }

    public mutating func feed(_ octets: [UInt8]) {
        guard let text = String(validating: octets, as: UTF8.self) else { return objections.append("not UTF-8") }
        var run = ""
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar.value >= 0x20, scalar.value != 0x7F {
                run.unicodeScalars.append(scalar)
                continue
            }
            put(run)
            run = ""
            control(scalar, &scalars)
        }
        put(run)
    }

    // MARK: - Characters

    private mutating func put(_ run: String) {
        for character in run {
            let width = DisplayWidth.of(String(character))
            guard width > 0, width <= columns else {
                objections.append("\(String(character).debugDescription) has no place")
                continue
            }
            if column + width > columns {
                screen[row].goesOn = true
                screen[row].isPadded = column < columns
                column = 0
                lineFeed()
            }
            for place in column..<column + width { vacate(place) }
            screen[row].cells[column] = String(character)
            if width == 2 { screen[row].cells[column + 1] = "" }
            column += width
        }
    }

    /// Overwriting half of a wide character erases both halves.
    private mutating func vacate(_ place: Int) {
        if screen[row].cells[place].isEmpty, place > 0 { screen[row].cells[place - 1] = Row.empty }
        if place + 1 < columns, screen[row].cells[place + 1].isEmpty { screen[row].cells[place + 1] = Row.empty }
        screen[row].cells[place] = Row.empty
        if place == columns - 1 { screen[row].isPadded = false }
    }

    private mutating func lineFeed() {
        row += 1
        guard row == rows else { return }
        past.append(screen.removeFirst())
        screen.append(Row(columns: columns))
        row -= 1
    }

    // MARK: - Controls

    private mutating func control(_ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView) {
        switch scalar {
        case "\r": column = 0
        case "\n": lineFeed()
        case "\u{8}": column = max(0, min(column, columns - 1) - 1)
        case "\u{1B}":
            guard rest.popFirst() == "[" else { return objections.append("ESC") }
            var parameters = ""
            while let next = rest.popFirst() {
                if (0x40...0x7E).contains(next.value) { return sequence(parameters, next) }
                parameters.unicodeScalars.append(next)
            }
            objections.append("half a sequence")
        default: objections.append("control character \(scalar.value)")
        }
    }

    private mutating func sequence(_ parameters: String, _ end: Unicode.Scalar) {
        let number = Int(parameters) ?? 1
        switch (parameters, end) {
        case (_, "A"): row = max(0, row - number)
        case (_, "B"): row = min(rows - 1, row + number)
        case (_, "C"): column = min(columns - 1, column + number)
        case ("", "H"): (row, column) = (0, 0)
        case ("", "J"):
            for place in min(column, columns - 1)..<columns { vacate(place) }
            screen[row].goesOn = false
            for below in screen.indices where below > row { screen[below] = Row(columns: columns) }
        case ("2", "J"): screen = Array(repeating: Row(columns: columns), count: rows)
        case ("", "m"), ("0", "m"): isBold = false
        case ("1", "m"): isBold = true
        case ("3", "m"), ("4", "m"), ("1;3", "m"), ("1;4", "m"), ("3;4", "m"), ("1;3;4", "m"): break
        case ("?2004", "h"), ("?2004", "l"): break
        default: objections.append("CSI \(parameters) \(end)")
        }
    }

    // MARK: - Another width

    /// Resizes like xterm: rows are cut off or filled up.
    public mutating func cut(columns new: Int) {
        let change = { (row: Row) in
            var other = Row(columns: new)
            for (place, cell) in row.cells.prefix(new).enumerated() { other.cells[place] = cell }
            if new < row.cells.count, row.cells[new].isEmpty { other.cells[new - 1] = Row.empty }
            other.goesOn = row.goesOn
            return other
        }
        past = past.map(change)
        screen = screen.map(change)
        columns = new
        column = min(column, new - 1)
    }

    /// Resizes like most other terminals: lines are wrapped again. The cursor stays with its character.
    public mutating func reflow(columns new: Int) {
        let height = rows
        let place = past.count + row
        var other = ScreenEmulator(columns: new, rows: 1)
        var cursor = (row: 0, column: 0)
        let old = all
        let last = max(place, old.lastIndex { !$0.text.isEmpty } ?? 0)
        for (index, line) in old[...last].enumerated() {
            let isGoingOn = line.goesOn && index < last
            let end = isGoingOn ? line.cells.count : line.end
            for column in 0..<end where !(isGoingOn && column == end - 1 && line.isPadded) {
                other.put(line.cells[column])
                let width = line.cells[column].isEmpty ? 0 : DisplayWidth.of(line.cells[column])
                if index == place, column == self.column { cursor = (other.past.count, other.column - width) }
            }
            if index == place, column >= end { cursor = (other.past.count, min(other.column + column - end, new - 1)) }
            if !isGoingOn, index < last {
                other.column = 0
                other.lineFeed()
            }
        }
        var rows = other.past + other.screen
        let top = min(max(0, rows.count - height), cursor.row)
        while rows.count < top + height { rows.append(Row(columns: new)) }
        objections += other.objections
        past = Array(rows[..<top])
        screen = Array(rows[top..<top + height])
        (row, column) = (min(cursor.row - top, height - 1), min(cursor.column, new - 1))
        columns = new
    }
}
