/// Hangul in decomposed form, as in the file names of some systems [Unicode 15, §3.12].
enum HangulComposition {
    static let firstLeading: UInt32 = 0x1100
    static let leadingCount: UInt32 = 19
    private static let firstVowel: UInt32 = 0x1161
    private static let vowelCount: UInt32 = 21
    /// One less than the first trailing consonant, since a syllable may have none.
    private static let noTrailing: UInt32 = 0x11A7
    private static let trailingCount: UInt32 = 28
    private static let firstSyllable: UInt32 = 0xAC00

    /// Returns the syllable that `leading` begins if a vowel is at `index`, and advances past it; otherwise returns
    /// `leading`.
    static func compose(_ leading: UInt32, in text: Span<UInt8>, at index: inout Int) -> UInt32 {
        guard let vowel = jamo(in: text, at: index), vowel &- firstVowel < vowelCount else { return leading }
        index += 3
        let open = firstSyllable + ((leading - firstLeading) * vowelCount + vowel - firstVowel) * trailingCount
        guard let trailing = jamo(in: text, at: index), trailing > noTrailing,
            trailing - noTrailing < trailingCount
        else { return open }
        index += 3
        return open + trailing - noTrailing
    }

    private static func jamo(in text: Span<UInt8>, at index: Int) -> UInt32? {
        guard index < text.count, text[index] == 0xE1 else { return nil }
        return FoldedCharacter.scalar(in: text, at: index)?.scalar
    }
}
