/// A folded character of a text: the bytes to compare, and its effect on the words around it.
struct FoldedCharacter {
    enum Kind: UInt8 {
        /// Separates words.
        case separator
        /// Part of a word.
        case letter
        /// A word by itself.
        case word
        /// Ignored in comparisons; does not separate words.
        case dropped
    }

    let kind: Kind
    /// The number of bytes it folds to: 0 to 4.
    let count: Int
    /// Those bytes, the first one lowest.
    let octets: UInt32

    static let space = FoldedCharacter(kind: .separator, count: 1, octets: 0x20)
    static let dropped = FoldedCharacter(kind: .dropped, count: 0, octets: 0)

    init(kind: Kind, count: Int, octets: UInt32) {
        self.kind = kind
        self.count = count
        self.octets = octets
    }

    /// Creates a character that folds to itself.
    init(_ scalar: UInt32, _ kind: Kind) {
        self.kind = kind
        if scalar < 0x80 {
            (count, octets) = (1, scalar)
        } else if scalar < 0x800 {
            (count, octets) = (2, 0x80C0 | scalar >> 6 | (scalar & 0x3F) << 8)
        } else if scalar < 0x10000 {
            (count, octets) = (3, 0x80_80E0 | scalar >> 12 | (scalar >> 6 & 0x3F) << 8 | (scalar & 0x3F) << 16)
        } else {
            let high = scalar >> 18 | (scalar >> 12 & 0x3F) << 8
            (count, octets) = (4, 0x8080_80F0 | high | (scalar >> 6 & 0x3F) << 16 | (scalar & 0x3F) << 24)
        }
    }

    @inline(__always)
    func append(to output: inout OutputSpan<UInt8>) {
        var rest = octets
        for _ in 0..<count {
            output.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Reads and folds the non-ASCII character at `index` and advances past it. A byte that is not part of well-formed
    /// UTF-8 is a space.
    static func next(in text: Span<UInt8>, at index: inout Int, _ table: Span<SearchFoldingTable.Entry>)
        -> FoldedCharacter
    {
        guard let (scalar, length) = scalar(in: text, at: index) else {
            index += 1
            return .space
        }
        index += length
        if scalar &- HangulComposition.firstLeading < HangulComposition.leadingCount {
            let syllable = HangulComposition.compose(scalar, in: text, at: &index)
            return FoldedCharacter(syllable, .letter)
        }
        return SearchFoldingTable.character(scalar, table)
    }

    /// Returns the scalar whose sequence of two to four bytes is at `index`, or `nil` if there is none [Unicode 15,
    /// table 3-7].
    static func scalar(in text: Span<UInt8>, at index: Int) -> (scalar: UInt32, length: Int)? {
        let lead = UInt32(text[index])
        let length: Int
        let least: UInt32
        switch lead {
        case 0xC2...0xDF: (length, least) = (2, 0x80)
        case 0xE0...0xEF: (length, least) = (3, 0x800)
        case 0xF0...0xF4: (length, least) = (4, 0x10000)
        default: return nil
        }
        guard length <= text.count - index else { return nil }
        var scalar = lead & (0x7F >> UInt32(length))
        for offset in 1..<length {
            let octet = UInt32(text[index + offset])
            guard octet & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | octet & 0x3F
        }
        guard scalar >= least, scalar <= 0x10FFFF, scalar & 0xFFFF_F800 != 0xD800 else { return nil }
        return (scalar, length)
    }
}
