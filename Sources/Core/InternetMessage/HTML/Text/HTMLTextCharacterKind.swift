/// The role of a character in lines of text.
enum HTMLTextCharacterKind {
    case visible
    /// Collapsed to one space, and removed at the edges of a line [CSS Text §4.1].
    case whiteSpace
    /// Not collapsed: no-break spaces and spaces of fixed width.
    case fixedSpace
    case lineEnd
    /// Joins, separates or orders letters; has meaning only between visible characters.
    case joiner
    /// Never visible: soft hyphens, zero-width spaces, byte order marks.
    case invisible
    case control

    init(_ scalar: UInt32) {
        switch scalar {
        case 0x20, 0x09, 0x0A, 0x0C, 0x0D: self = .whiteSpace
        case 0x00..<0x20, 0x7F..<0xA0: self = .control
        case 0xA0, 0x2000...0x200A, 0x202F, 0x205F: self = .fixedSpace
        case 0xAD, 0x034F, 0x180E, 0x200B, 0x2060...0x2064, 0xFEFF: self = .invisible
        case 0x200C...0x200F: self = .joiner
        case 0x2028, 0x2029: self = .lineEnd
        default: self = .visible
        }
    }

    /// Returns whether a sequence that begins with `byte` may be of another kind than visible.
    @inline(__always)
    static func isRare(lead byte: UInt8) -> Bool {
        byte == 0xC2 || byte == 0xCD || byte == 0xE1 || byte == 0xE2 || byte == 0xEF
    }
}
