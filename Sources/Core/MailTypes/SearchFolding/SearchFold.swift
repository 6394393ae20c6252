/// Folds text for searching: without case, accents and compatibility forms.
///
/// `Zoë`, `ZOE` and `zoe` fold to the same bytes. So do `Straße` and `strasse`, `đường` and `duong`, full-width and
/// ordinary letters, and the composed and decomposed spellings of Latin, Greek, Cyrillic, Hebrew, Arabic, kana and
/// Hangul. Marks that spell vowels, as in Indic scripts and Thai, are part of the word and are kept.
public enum SearchFold {
    /// The bytes of input processed per growth of the output.
    static let blockLength = 2048
    /// A character of n bytes folds to at most n + 1, including the space before it. The last character of a block may
    /// extend past the block by the bytes of a decomposed Hangul syllable.
    static func capacity(_ octets: Int) -> Int { 2 * octets + 32 }

    /// Builds the tables ahead of the first use, which takes about a millisecond.
    public static func prepare() {
        _ = SearchFoldingTable.shared
    }

    /// Appends the folded form of UTF-8 text. Punctuation is kept. Space characters, and bytes that are not part of
    /// well-formed UTF-8, become SP.
    public static func fold(_ text: Span<UInt8>, into output: inout [UInt8]) {
        let shared = SearchFoldingTable.shared
        let table = shared.entries.span
        var index = 0
        while index < text.count {
            let end = min(index + blockLength, text.count)
            output.append(addingCapacity: capacity(end - index)) { output in
                while index < end {
                    let octet = text[index]
                    if octet < 0x80 {
                        index &+= 1
                        output.append(octet &- 0x41 < 26 ? octet | 0x20 : octet)
                    } else {
                        let character = FoldedCharacter.next(in: text, at: &index, table)
                        character.append(to: &output)
                    }
                }
            }
        }
    }

    /// Returns the folded form of a text.
    public static func folded(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        fold(text.utf8.span, into: &output)
        return output
    }
}
