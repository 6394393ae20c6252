/// A component such as VEVENT, with its properties and the components in it [RFC 5545 §3.6].
struct CalendarComponent: Sendable {
    /// In capitals.
    let name: String
    var lines: [ContentLine] = []
    var children: [CalendarComponent] = []

    func first(_ name: String) -> ContentLine? { lines.first { $0.name == name } }

    func all(_ name: String) -> [ContentLine] { lines.filter { $0.name == name } }

    /// Returns the first VCALENDAR in the bytes. Lines that are not properties are skipped, and components that do not
    /// end are closed at the end.
    static func calendar(_ bytes: [UInt8]) -> CalendarComponent? {
        var open: [CalendarComponent] = []
        var skipped = 0
        for unfolded in unfold(bytes) {
            guard let line = ContentLine(unfolded) else { continue }
            switch line.name {
            case "BEGIN":
                let name = line.value.uppercased()
                if open.isEmpty, name != "VCALENDAR" { continue }
                if open.count < CalendarLimits.depth {
                    open.append(CalendarComponent(name: name))
                } else {
                    skipped += 1
                }
            case "END" where skipped > 0:
                skipped -= 1
            case "END":
                guard let closed = open.popLast() else { continue }
                guard let parent = open.indices.last else { return closed }
                open[parent].children.append(closed)
            default:
                if skipped == 0, let current = open.indices.last { open[current].lines.append(line) }
            }
        }
        while open.count > 1, let closed = open.popLast() { open[open.count - 1].children.append(closed) }
        return open.first
    }

    /// Returns the lines with their continuations joined [RFC 5545 §3.1]. Line ends may be CR LF, LF or CR.
    private static func unfold(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for line in bytes.prefix(CalendarLimits.bytes).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            if line.first == 0x20 || line.first == 0x09 {
                guard let last = lines.indices.last else { continue }
                let room = CalendarLimits.lineBytes - lines[last].count
                if room > 0 { lines[last] += line.dropFirst().prefix(room) }
            } else {
                guard lines.count < CalendarLimits.lines else { break }
                lines.append(Array(line.prefix(CalendarLimits.lineBytes)))
            }
        }
        return lines
    }
}
