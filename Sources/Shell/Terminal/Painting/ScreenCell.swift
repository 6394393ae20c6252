/// One place of a line on the screen, or two where it is wide.
struct ScreenCell: Hashable, Sendable {
    let text: String
    /// Columns: 1 or 2.
    let width: Int
    let isPrompt: Bool
    /// Whether a character begins here. What cannot be shown as it is takes several cells.
    let isStart: Bool

    /// How a character is shown: nothing that comes out of it moves the cursor, colours or hides anything. `columns` is
    /// the width of the screen.
    static func append(_ character: Character, isPrompt: Bool, columns: Int, to cells: inout [ScreenCell]) {
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
        // A mark with nothing to stand on gets a circle, as in the tables of Unicode.
        let text = width == 0 ? "\u{25CC}" + String(shown) : width > columns ? "?" : String(shown)
        cells.append(ScreenCell(text: text, width: max(1, min(width, columns)), isPrompt: isPrompt, isStart: true))
    }

    /// ^X for the control characters of ASCII; the number of others.
    private static func sign(for scalar: Unicode.Scalar) -> String {
        if scalar.value < 0x20 || scalar.value == 0x7F {
            return "^" + String(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))
        }
        return "<" + String(scalar.value, radix: 16, uppercase: true) + ">"
    }
}
