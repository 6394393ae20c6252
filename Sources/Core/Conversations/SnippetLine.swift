/// Text on one line, cut to the length of a snippet.
struct SnippetLine {
    /// Enough for the characters of any language. A longer pile of combining marks is cut.
    private static let maximumOctets = Snippet.maximumLength * 16

    private var line: [UInt8] = []
    private var isASCII = true
    private var isSpaceOwed = false

    /// Whether further text would not be visible. An ASCII character ends where the next one begins.
    var isFull: Bool {
        line.count > Self.maximumOctets || isASCII && line.count > Snippet.maximumLength + 1
    }

    /// Appends text; line breaks become spaces.
    mutating func append(_ piece: ArraySlice<UInt8>) {
        if piece.allSatisfy({ $0 < 0x80 }) {
            for octet in piece where !isFull { append(octet) }
        } else {
            for scalar in String(decoding: piece, as: UTF8.self).unicodeScalars where !isFull { append(scalar) }
        }
        isSpaceOwed = !line.isEmpty
    }

    private mutating func append(_ octet: UInt8) {
        if octet <= 0x20 || octet == 0x7F {
            isSpaceOwed = !line.isEmpty
        } else {
            if isSpaceOwed { line.append(0x20) }
            isSpaceOwed = false
            line.append(octet)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { return append(UInt8(truncatingIfNeeded: scalar.value)) }
        if Self.isSpace(scalar) {
            isSpaceOwed = !line.isEmpty
            return
        }
        // Drop the invisible characters between spaces with which newsletters pad their first line.
        if isSpaceOwed || line.isEmpty, scalar.properties.isDefaultIgnorableCodePoint { return }
        if isSpaceOwed { line.append(0x20) }
        isSpaceOwed = false
        isASCII = false
        line += Array(String(scalar).utf8)
    }

    /// The text, with "…" at the end if it was cut.
    var text: String {
        let isWhole = line.count <= Self.maximumOctets
        let line = String(decoding: line, as: UTF8.self)
        guard let end = line.index(line.startIndex, offsetBy: Snippet.maximumLength, limitedBy: line.endIndex),
            end < line.endIndex || !isWhole
        else { return isWhole ? line : line + "…" }
        var start = line[..<end]
        while start.utf8.last == 0x20 { start = start.dropLast() }
        return start + "…"
    }

    /// Returns whether the scalar is white space, a control, or the zero-width space.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.value < 0xA0 || scalar.value == 0x200B
    }
}
