/// What a parser must find in a message that was written from these values.
struct ExpectedText {
    /// Header text with control characters replaced by blanks, and trimmed.
    static func headerText(_ text: String) -> String {
        let blanks = String.UnicodeScalarView(
            text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })
        var scalars = Substring.UnicodeScalarView(blanks)
        while scalars.first == " " { scalars.removeFirst() }
        while scalars.last == " " { scalars.removeLast() }
        return String(scalars)
    }

    static func filename(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }

    /// All lines end with LF, including the last one.
    static func body(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var afterCR = false
        for scalar in text.unicodeScalars {
            if scalar == "\r" || (scalar == "\n" && !afterCR) { scalars.append("\n") }
            if scalar != "\r", scalar != "\n" { scalars.append(scalar) }
            afterCR = scalar == "\r"
        }
        if let last = scalars.last, last != "\n" { scalars.append("\n") }
        return String(scalars)
    }
}
