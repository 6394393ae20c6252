extension SearchFold {
    /// The maximum length of a word in bytes; longer words are truncated.
    public static let maximumWordLength = 64

    /// Appends the folded words of UTF-8 text, with one SP between words, and one before the first if `output` is not
    /// empty.
    ///
    /// A word is a run of letters, digits and marks: its bytes are a to z, 0 to 9 or above 127. In scripts written
    /// without spaces (ideographs, kana, Thai, Lao, Khmer, Myanmar), each character is a separate word, so that words
    /// are found as sequences of neighbors, without a dictionary. Words are cut at a character boundary after at most
    /// `maximumWordLength` bytes.
    public static func words(of text: Span<UInt8>, into output: inout [UInt8]) {
        let shared = SearchFoldingTable.shared
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

    /// Returns the folded words of a text, separated by SP.
    public static func words(of text: String) -> [UInt8] {
        var output: [UInt8] = []
        words(of: text.utf8.span, into: &output)
        return output
    }
}

/// Joins folded characters into words.
private struct WordWriter {
    /// Whether the output holds something that the next word must be separated from.
    var isSpaceOwed: Bool
    /// The bytes of the current word; above the maximum if it was truncated.
    private var length = 0

    init(isSpaceOwed: Bool) {
        self.isSpaceOwed = isSpaceOwed
    }

    /// Appends a folded ASCII character; 0 for one that separates words.
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
