/// The width of text on a terminal in columns [Unicode Standard Annex 11].
public enum DisplayWidth {
    public static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// A grapheme cluster is as wide as its widest scalar: combining marks and joined emoji add nothing.
    private static func width(of character: Character) -> Int {
        character.unicodeScalars.reduce(0) { max($0, width(of: $1)) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return TerminalSafeText.isPrintable(scalar) ? 1 : 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            return 2
        default:
            return 1
        }
    }

    /// Returns the text in exactly `columns` columns: padded with blanks, or truncated and ended with "…".
    public static func fit(_ text: String, columns: Int) -> String {
        let full = of(text)
        if full <= columns { return text + String(repeating: " ", count: columns - full) }
        var fitted = ""
        var used = 0
        for character in text {
            let width = width(of: character)
            if used + width > columns - 1 { break }
            fitted.append(character)
            used += width
        }
        return fitted + "…" + String(repeating: " ", count: columns - 1 - used)
    }
}
