/// The folded forms of the characters of the Basic Multilingual Plane, computed once from their properties and from
/// `LetterVariants`.
struct SearchFoldingTable: Sendable {
    /// A folded character in 32 bits: two bits for its kind, two for its length in bytes, and up to three bytes.
    struct Entry: Sendable {
        private let bits: UInt32

        init(_ character: FoldedCharacter) {
            bits = UInt32(character.kind.rawValue) | UInt32(character.count) << 2 | character.octets << 8
        }

        @inline(__always) var character: FoldedCharacter {
            let kind: FoldedCharacter.Kind =
                switch bits & 3 {
                case 0: .separator
                case 1: .letter
                case 2: .word
                default: .dropped
                }
            return FoldedCharacter(kind: kind, count: Int(bits >> 2 & 3), octets: bits >> 8)
        }
    }

    static let shared = SearchFoldingTable()

    let entries: [Entry]
    /// For each ASCII character, its byte within a word, or 0 if it separates words.
    let asciiWords: [UInt8]

    /// The blocks that have entries. The scalars between them need no table: ideographs, Hangul, private use.
    private static let blocks: [Range<UInt32>] = [0x80..<0x3400, 0xA000..<0xAC00, 0xFB00..<0x10000]
    private static let secondStart = 0x3400 - 0x80
    private static let thirdStart = secondStart + 0xC00

    private init() {
        let letters = LetterVariants.table
        entries = Self.blocks.joined().map { Entry(Self.computed($0, letters)) }
        asciiWords = (0..<128 as Range<UInt8>).map { octet in
            let lower = octet | 0x20
            return lower &- 0x61 < 26 ? lower : octet &- 0x30 < 10 ? octet : 0
        }
    }

    @inline(__always)
    static func character(_ scalar: UInt32, _ table: Span<Entry>) -> FoldedCharacter {
        if scalar < 0x3400 { return table[Int(scalar) - 0x80].character }
        return beyond(scalar, table)
    }

    private static func beyond(_ scalar: UInt32, _ table: Span<Entry>) -> FoldedCharacter {
        switch scalar {
        case 0x3400..<0xA000, 0xF900..<0xFB00, 0x20000..<0x40000: FoldedCharacter(scalar, .word)
        case 0xA000..<0xAC00: table[secondStart + Int(scalar) - 0xA000].character
        case 0xAC00..<0xD800: FoldedCharacter(scalar, .letter)
        case 0xFB00..<0x10000: table[thirdStart + Int(scalar) - 0xFB00].character
        case 0xE000..<0xF900, 0x1F000..<0x1FB00: FoldedCharacter(scalar, .separator)
        default: computed(scalar, [:])
        }
    }

    private static func computed(_ scalar: UInt32, _ letters: [UInt32: FoldedCharacter]) -> FoldedCharacter {
        guard let character = Unicode.Scalar(scalar) else { return .space }
        // The full-width forms of ASCII are in ASCII order.
        if 0xFF01...0xFF5E ~= scalar { return ascii(scalar - 0xFF01 + 0x21) }
        if let letter = letters[scalar] { return letter }
        let properties = character.properties
        switch properties.generalCategory {
        case .uppercaseLetter, .titlecaseLetter:
            // If the lower-case form has a mark, the mark is dropped like any other.
            let lower = properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar
            return lower < 0x80 ? ascii(lower) : letters[lower] ?? FoldedCharacter(lower, .letter)
        case .lowercaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber, .otherNumber:
            return FoldedCharacter(scalar, hasNoSpaces(scalar) ? .word : .letter)
        case .nonspacingMark, .spacingMark, .enclosingMark:
            if isAccent(properties) { return .dropped }
            return FoldedCharacter(scalar, hasNoSpaces(scalar) ? .word : .letter)
        case .format:
            // Joiners, soft hyphens and direction marks; only the zero-width space separates words.
            return scalar == 0x200B ? .space : .dropped
        case .spaceSeparator, .lineSeparator, .paragraphSeparator:
            return .space
        default:
            return FoldedCharacter(scalar, .separator)
        }
    }

    private static func ascii(_ octet: UInt32) -> FoldedCharacter {
        let lower = octet | 0x20
        if lower &- 0x61 < 26 { return FoldedCharacter(lower, .letter) }
        return FoldedCharacter(octet, octet &- 0x30 < 10 ? .letter : .separator)
    }

    /// Returns whether a mark is placed above, below or through a letter. Marks of class 0, 7, 9 and of the classes of
    /// single scripts such as Thai are not: they spell vowels or separate sounds [Unicode 15, §4.3].
    private static func isAccent(_ properties: Unicode.Scalar.Properties) -> Bool {
        if properties.isVariationSelector || properties.generalCategory == .enclosingMark { return true }
        switch properties.canonicalCombiningClass.rawValue {
        case 1, 8, 10...36, 200...240: return true
        default: return false
        }
    }

    /// Thai and Lao, Myanmar, Khmer, and kana with the iteration marks.
    private static func hasNoSpaces(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0E00..<0x0F00, 0x1000..<0x10A0, 0x1780..<0x1800, 0x3005...0x3007, 0x3031...0x3035, 0x303B,
            0x3041..<0x3100, 0x3105..<0x3130, 0x31A0..<0x31C0, 0x31F0..<0x3200, 0xAA60..<0xAA80, 0xFF66..<0xFFA0:
            true
        default: false
        }
    }
}
