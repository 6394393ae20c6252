/// A printing terminal, which cannot change what it has written. A screen reader reads the output that way, and
/// accessible mode writes for it.
///
/// It accepts printable characters, line ends, tabs in text, and the sequence backspace, space, backspace, which erases
/// the last character of the line. Anything else is an objection.
public struct HardcopyTerminal {
    /// The lines printed so far. The last one is still being written.
    public private(set) var lines: [String] = [""]
    public private(set) var objections: [String] = []

    public init() {}

    public var text: String { lines.joined(separator: "\n") }

    public mutating func feed(_ octets: [UInt8]) {
        guard let text = String(validating: octets, as: UTF8.self) else { return objections.append("not UTF-8") }
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar.value {
            case 0x0A: lines.append("")
            // The terminal driver adds one before each line feed, even after another.
            case 0x0D:
                scalars = scalars.drop { $0 == "\r" }
                if scalars.first != "\n" { object("a carriage return alone") }
            case 0x08: takeBack(&scalars)
            case 0x09, 0x20...0x7E, 0xA0...: lines[lines.count - 1].unicodeScalars.append(scalar)
            default: object("control character \(scalar.value)")
            }
        }
    }

    private mutating func takeBack(_ rest: inout Substring.UnicodeScalarView) {
        guard rest.popFirst() == " ", rest.popFirst() == "\u{8}" else { return object("a backspace alone") }
        if lines[lines.count - 1].popLast() == nil { object("a backspace at the beginning of a line") }
    }

    private mutating func object(_ what: String) {
        objections.append("\(what) behind \((lines.last ?? "").debugDescription)")
    }
}
