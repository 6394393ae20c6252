/// Sanitizes untrusted text for a terminal.
///
/// Only printable characters, line feeds and tabs remain. Escape sequences lose their control characters. Characters
/// that reorder or hide text are removed: bidirectional controls (Unicode TR 36 §3), tag characters, and separators at
/// which some terminals break lines. Invalid UTF-8 becomes U+FFFD.
public enum TerminalSafeText {
    /// Returns the text with its line feeds. CR LF becomes a line feed.
    public static func lines(_ text: some Sequence<UInt8>) -> String {
        filter(text) { $0 == "\n" || $0 == "\t" ? $0 : nil }
    }

    /// Returns the text on one line, with line feeds and tabs replaced by blanks.
    public static func line(_ text: some Sequence<UInt8>) -> String {
        filter(text) { $0 == "\n" || $0 == "\t" ? " " : nil }
    }

    public static func line(_ text: String) -> String {
        line(text.utf8)
    }

    private static func filter(
        _ text: some Sequence<UInt8>, control: (Unicode.Scalar) -> Unicode.Scalar?
    ) -> String {
        var output = String.UnicodeScalarView()
        for scalar in String(decoding: Array(text), as: UTF8.self).unicodeScalars {
            if isPrintable(scalar) {
                output.append(scalar)
            } else if let replacement = control(scalar) {
                output.append(replacement)
            }
        }
        return String(output)
    }

    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: false
        // Directional marks and overrides. ZWJ and ZWNJ (200C, 200D) shape letters and emoji and are kept.
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
        case 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: false
        default: true
        }
    }
}
