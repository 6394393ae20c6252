/// A unit of a displayed line, one or two columns wide.
struct ScreenCell: Hashable, Sendable {
    package let text: String
    /// The width in columns: 1 or 2.
    let width: Int
    let isPrompt: Bool
    /// Whether a character begins here. Characters that are not printable take several cells.
    let isStart: Bool

    /// Appends the cells of a character. Their text never moves the cursor, changes colors or hides anything. `columns`
    /// is the width of the screen.
    package static func append(_ character: Character, isPrompt: Bool, columns: Int, to cells: inout [ScreenCell]) {
        if let octet = character.utf8.first, character.utf8.count == 1, (0x20...0x7E).contains(octet) {
            return cells.append(ScreenCell(text: String(character), width: 1, isPrompt: isPrompt, isStart: true))
        }
        if let first = character.unicodeScalars.first, !TerminalSafeText.isPrintable(first) {
            for (index, sign) in sign(for: first).enumerated() {
                cells.append(ScreenCell(text: String(sign), width: 1, isPrompt: isPrompt, isStart: index == 0))
            }
            return
        }
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: character.unicodeScalars.lazy.filter(TerminalSafeText.isPrintable))
        let width = DisplayWidth.of(String(shown))
        // A combining mark without a base is shown on a dotted circle, as in the Unicode code charts.
        let text = width == 0 ? "\u{25CC}" + String(shown) : width > columns ? "?" : String(shown)
        cells.append(ScreenCell(text: text, width: max(1, min(width, columns)), isPrompt: isPrompt, isStart: true))
    }

    /// Returns ^X for ASCII control characters, and the hexadecimal value of others.
    private static func sign(for scalar: Unicode.Scalar) -> String {
        if scalar.value < 0x20 || scalar.value == 0x7F {
            return "^" + String(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))
        }
        return "<" + String(scalar.value, radix: 16, uppercase: true) + ">"
    }
}
