/// Header text split at its blanks. Control characters count as blanks; blanks at both ends are dropped.
struct HeaderWords {
    struct Word {
        /// The blanks before the word; one space before the first.
        let blanks: [UInt8]
        let octets: [UInt8]

        /// Whether the word can be written in a phrase unchanged.
        var isAtom: Bool {
            blanks.count == 1 && !needsEncoding && octets.allSatisfy(\.isAtomCharacter)
        }

        /// Whether the word cannot be written unchanged: it is not ASCII, it looks like an encoded word, or it or the
        /// blanks before it are too long for a line.
        var needsEncoding: Bool {
            octets.contains { $0 > 0x7F } || octets.count > FoldedFieldWriter.maximumWord || blanks.count > 20
                || octets.indices.dropLast().contains {
                    octets[$0] == ASCII.equals && octets[$0 + 1] == ASCII.question
                }
        }
    }

    let all: [Word]

    /// Splits text into words. Control characters count as blanks.
    init(_ text: String) {
        var words: [Word] = []
        var blanks: [UInt8] = []
        var word: [UInt8] = []
        for octet in text.utf8 {
            if octet <= 0x20 || octet == 0x7F {
                if !word.isEmpty {
                    words.append(Word(blanks: words.isEmpty ? [ASCII.space] : blanks, octets: word))
                    (word, blanks) = ([], [])
                }
                blanks.append(ASCII.space)
            } else {
                word.append(octet)
            }
        }
        if !word.isEmpty { words.append(Word(blanks: words.isEmpty ? [ASCII.space] : blanks, octets: word)) }
        all = words
    }

    /// The range from the first word that must be encoded to the last one.
    var encodedRange: Range<Int>? {
        guard let first = all.firstIndex(where: \.needsEncoding), let last = all.lastIndex(where: \.needsEncoding)
        else {
            return nil
        }
        return startOfRun(first)..<last + 1
    }

    /// Returns the first word to be encoded together with the one at `index`. Only one blank can precede encoded words;
    /// if there are more, they are encoded together with the word before them.
    func startOfRun(_ index: Int) -> Int {
        var start = index
        while start > 0, all[start].blanks.count > 1 { start -= 1 }
        return start
    }

    func joined(_ range: Range<Int>) -> [UInt8] {
        var text: [UInt8] = []
        for word in all[range] {
            if !text.isEmpty { text.append(contentsOf: word.blanks) }
            text.append(contentsOf: word.octets)
        }
        return text
    }
}
