/// Checks that only text, line ends and, if the typed line may be rewritten, the few sequences for that reach a
/// terminal.
enum TerminalOutputCheck {
    /// The sequences of the editor without CSI [ECMA-48]: erase to the end, move the cursor up, down and right, bold on
    /// and off, bracketed paste on and off. Also those of a preview and of the progress line.
    private static func isOurs(_ sequence: String) -> Bool {
        if ["J", "1m", "m", "?2004h", "?2004l", "K", "3m", "4m", "1;3m", "0m"].contains(sequence) { return true }
        guard let end = sequence.last, "ABC".contains(end) else { return false }
        return Int(sequence.dropLast()) != nil
    }

    /// Returns what must not be in the output, with the text around it.
    static func objections(to octets: [UInt8], isAccessible: Bool) -> [String] {
        guard let text = String(validating: octets, as: UTF8.self) else { return ["not UTF-8"] }
        let scalars = Array(text.unicodeScalars)
        var found: [String] = []
        var index = 0
        while index < scalars.count {
            let start = index
            index += 1
            if scalars[start] == "\u{1B}", !isAccessible, index < scalars.count, scalars[index] == "[" {
                var sequence = ""
                repeat {
                    index += 1
                    if index < scalars.count { sequence.unicodeScalars.append(scalars[index]) }
                } while index < scalars.count && !(0x40...0x7E).contains(scalars[index].value)
                index += 1
                if isOurs(sequence) { continue }
            } else if isText(scalars, start, isAccessible) {
                continue
            }
            let around = scalars[max(0, start - 40)..<min(scalars.count, start + 20)]
            found.append(String(String.UnicodeScalarView(around)).debugDescription)
        }
        return found
    }

    private static func isText(_ scalars: [Unicode.Scalar], _ index: Int, _ isAccessible: Bool) -> Bool {
        switch scalars[index].value {
        case 0x0A, 0x0D, 0x09: return true
        // Backspace, blank, backspace: erases the last character.
        case 0x08: return isAccessible && (isErasure(scalars, index) || isErasure(scalars, index - 2))
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: return false
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: return false
        default: return true
        }
    }

    private static func isErasure(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        index >= 0 && index + 2 < scalars.count && scalars[index] == "\u{8}" && scalars[index + 1] == " "
            && scalars[index + 2] == "\u{8}"
    }
}
