/// Text as it is compared when somebody looks for something: without case, accents and compatibility forms.
///
/// `Zoë`, `ZOE` and `zoe` fold to the same octets, and so do `Straße` and `strasse`, `đường` and `duong`, full-width and
/// ordinary letters, and the composed and decomposed spellings of Latin, Greek, Cyrillic, Hebrew, Arabic, kana and
/// Hangul. Marks that spell vowels, as those of Indic scripts and of Thai, are part of the word and stay.
public enum SearchFold {
    /// No word is longer; what a longer one has beyond is left out.
    public static let maximumWordLength = 64

    /// How many octets of input one growth of the output makes room for.
    private static let blockLength = 2048
    /// No character of n octets folds to more than n + 1 with the space before it; the last one of a block may reach
    /// beyond it by those of a decomposed Hangul syllable.
    private static func capacity(_ octets: Int) -> Int { 2 * octets + 32 }

    /// Makes what the first text would wait for, about a millisecond.
    public static func prepare() {
        _ = FoldTable.shared
    }

    /// Appends the folded form of UTF-8 text. Punctuation stays, space characters become SP, and so does every octet
    /// that is not part of well-formed UTF-8.
    public static func fold(_ text: Span<UInt8>, into output: inout [UInt8]) {
        let shared = FoldTable.shared
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

    /// Appends the folded words of UTF-8 text, one SP between each two, and one before the first where `output` holds
    /// something already.
    ///
    /// A word is a run of letters, digits and marks: its octets are a to z, 0 to 9 or above 127. Each character of a
    /// script that writes no spaces (ideographs, kana, Thai, Lao, Khmer, Myanmar) is a word of its own, so that its words
    /// are found as neighbours, without a dictionary. Words are cut at a character, `maximumWordLength` octets at most.
    public static func words(of text: Span<UInt8>, into output: inout [UInt8]) {
        let shared = FoldTable.shared
        let table = shared.entries.span
        let ascii = shared.asciiWords.span
        var writer = WordWriter(isSpaceOwed: !output.isEmpty)
        var index = 0
        while index < text.count {
            let end = min(index + blockLength, text.count)
            output.append(addingCapacity: capacity(end - index)) { output in
                while index < end {
                    let octet = text[index]
                    if octet < 0x80 {
                        index &+= 1
                        writer.write(ascii[Int(octet)], to: &output)
                    } else {
                        writer.write(FoldedCharacter.next(in: text, at: &index, table), to: &output)
                    }
                }
            }
        }
    }

    /// The folded form of a text.
    public static func folded(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        fold(text.utf8.span, into: &output)
        return output
    }

    /// The folded words of a text, with SP between them.
    public static func words(of text: String) -> [UInt8] {
        var output: [UInt8] = []
        words(of: text.utf8.span, into: &output)
        return output
    }
}

/// Puts folded characters together to words.
private struct WordWriter {
    /// Whether something stands in the output that the next word is to be parted from.
    var isSpaceOwed: Bool
    /// Octets of the word that is being written; above the maximum when it was cut.
    private var length = 0

    init(isSpaceOwed: Bool) {
        self.isSpaceOwed = isSpaceOwed
    }

    /// An ASCII character, folded; 0 for one that parts words.
    @inline(__always)
    mutating func write(_ octet: UInt8, to output: inout OutputSpan<UInt8>) {
        if octet == 0 {
            endWord()
        } else {
            if isSpaceOwed {
                output.append(0x20)
                isSpaceOwed = false
            }
            if length < SearchFold.maximumWordLength { output.append(octet) }
            length &+= 1
        }
    }

    mutating func write(_ character: FoldedCharacter, to output: inout OutputSpan<UInt8>) {
        switch character.kind {
        case .dropped:
            break
        case .separator:
            endWord()
        case .letter:
            if isSpaceOwed {
                output.append(0x20)
                isSpaceOwed = false
            }
            if length + character.count <= SearchFold.maximumWordLength {
                character.append(to: &output)
                length += character.count
            } else {
                length = SearchFold.maximumWordLength + 1
            }
        case .word:
            endWord()
            if isSpaceOwed { output.append(0x20) }
            character.append(to: &output)
            isSpaceOwed = true
        }
    }

    @inline(__always)
    private mutating func endWord() {
        if length != 0 { isSpaceOwed = true }
        length = 0
    }
}
