/// Text on one line, cut to the length of a snippet.
struct SnippetText {
    private(set) var text = ""

    /// Enough for the characters of any language; a pile of marks that goes on beyond is cut as well.
    private static let maximumOctets = Snippet.maximumLength * 16

    init(_ lines: [ArraySlice<UInt8>]) {
        var line = String.UnicodeScalarView()
        var octets = 0
        var isSpaceOwed = false
        reading: for piece in lines {
            for scalar in String(decoding: piece, as: UTF8.self).unicodeScalars {
                if Self.isSpace(scalar) {
                    isSpaceOwed = octets > 0
                    continue
                }
                // What newsletters pad their first line with: nothing to see, between spaces.
                if isSpaceOwed || octets == 0, !scalar.isASCII, scalar.properties.isDefaultIgnorableCodePoint {
                    continue
                }
                if isSpaceOwed {
                    line.append(" ")
                    octets += 1
                }
                isSpaceOwed = false
                line.append(scalar)
                octets += UTF8.width(scalar)
                if octets > Self.maximumOctets { break reading }
            }
            isSpaceOwed = octets > 0
        }
        cut(String(line), isWhole: octets <= Self.maximumOctets)
    }

    private mutating func cut(_ line: String, isWhole: Bool) {
        guard let end = line.index(line.startIndex, offsetBy: Snippet.maximumLength, limitedBy: line.endIndex),
            end < line.endIndex || !isWhole
        else {
            text = isWhole ? line : line + "…"
            return
        }
        var start = line[..<end]
        while start.utf8.last == 0x20 { start = start.dropLast() }
        text = start + "…"
    }

    /// White space and controls of any kind, and the space of no width.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return scalar.properties.isWhitespace || scalar.value < 0xA0 || scalar.value == 0x200B
    }
}
