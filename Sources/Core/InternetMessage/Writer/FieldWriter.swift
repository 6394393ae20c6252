/// Writes one header field: words are put on lines of at most 78 octets where they fit [RFC 5322 §2.1.1, §2.2.3].
///
/// A line that holds an encoded word has 76 [RFC 2047 §2], and what is set behind a word needs room as well.
///
/// Whatever a word holds, no line break but those of folding comes out: a string cannot begin a field of its own.
struct FieldWriter {
    static let preferredLength = 76
    /// Words longer than this are written as encoded words, which can be cut, so that no line comes near 998 octets.
    static let maximumWord = 400

    private(set) var octets: [UInt8]
    private var column: Int
    private var isEmpty = true

    init(_ name: String) {
        octets = Array(name.utf8) + [ASCII.colon]
        column = octets.count
    }

    /// Room for a word on the line at hand, the blank before it counted.
    var room: Int {
        max(0, Self.preferredLength - column - 1)
    }

    /// Adds a word behind `blanks`, on a new line where it does not fit. The first word stays with the name.
    mutating func add(_ word: some Collection<UInt8>, behind blanks: [UInt8] = [ASCII.space]) {
        if !isEmpty, column + blanks.count + word.count > Self.preferredLength, !blanks.isEmpty { breakLine() }
        let blanks = isEmpty ? [ASCII.space] : blanks
        octets.append(contentsOf: blanks)
        octets.append(contentsOf: word.lazy.map { $0 == ASCII.cr || $0 == ASCII.lf || $0 == 0 ? ASCII.space : $0 })
        column += blanks.count + word.count
        isEmpty = false
    }

    /// Begins a new line for words that may be put there, if the last one holds any.
    mutating func breakLine() {
        guard !isEmpty, column > 0 else { return }
        octets.append(contentsOf: [ASCII.cr, ASCII.lf])
        column = 0
    }

    /// Sets a mark of punctuation behind the last word.
    mutating func append(_ mark: UInt8) {
        octets.append(mark)
        column += 1
    }

    /// Sets the colon behind the name of a group; an encoded word is to be followed by a blank [RFC 2047 §5].
    mutating func endGroupName() {
        if octets.last == ASCII.equals { append(ASCII.space) }
        append(ASCII.colon)
    }

    consuming func finish() -> [UInt8] {
        octets.append(contentsOf: [ASCII.cr, ASCII.lf])
        return octets
    }

    // MARK: - Text

    /// Unstructured text. What ASCII cannot say, from the first such word to the last, becomes encoded words; the rest
    /// stays readable.
    mutating func add(text: String) {
        let words = HeaderWords(text)
        guard let encoded = words.encodedRange else {
            for word in words.all { add(word.octets, behind: word.blanks) }
            return
        }
        for word in words.all[..<encoded.lowerBound] { add(word.octets, behind: word.blanks) }
        add(encoded: words.joined(encoded))
        for word in words.all[encoded.upperBound...] { add(word.octets, behind: word.blanks) }
    }

    /// Text as encoded words, one on a line where several are needed. What fits into one is not cut to fill up a line:
    /// some readers put a blank where two words meet.
    mutating func add(encoded text: [UInt8]) {
        let whole = EncodedWordWriter.words(text, firstRoom: Self.preferredLength)
        if room < EncodedWordWriter.minimumRoom || whole.count == 1 && whole[0].count > room { breakLine() }
        var first = true
        for word in EncodedWordWriter.words(text, firstRoom: room) {
            if !first { breakLine() }
            add(word)
            first = false
        }
    }

    /// A display name [RFC 5322 §3.2.5]: atoms where they suffice, a quoted string, or encoded words.
    mutating func add(phrase: String) {
        let words = HeaderWords(phrase)
        if words.all.allSatisfy(\.isAtom) {
            for word in words.all { add(word.octets) }
        } else if words.encodedRange != nil {
            // What is no atom would have to be quoted beside the encoded words: it is encoded with them.
            let start = words.startOfRun(words.all.firstIndex { !$0.isAtom } ?? 0)
            let last = words.all.lastIndex { !$0.isAtom } ?? 0
            for word in words.all[..<start] { add(word.octets) }
            add(encoded: words.joined(start..<last + 1))
            for word in words.all[(last + 1)...] { add(word.octets) }
        } else {
            addQuoted(words)
        }
    }

    private mutating func addQuoted(_ words: HeaderWords) {
        let last = words.all.count - 1
        for (index, word) in words.all.enumerated() {
            var quoted: [UInt8] = index == 0 ? [ASCII.quote] : []
            for octet in word.octets {
                if octet == ASCII.quote || octet == ASCII.backslash { quoted.append(ASCII.backslash) }
                quoted.append(octet)
            }
            if index == last { quoted.append(ASCII.quote) }
            add(quoted, behind: word.blanks)
        }
    }
}

/// Text of a header cut at its blanks, with control characters made blanks and the blanks at both ends left out.
struct HeaderWords {
    struct Word {
        /// What stands before the word; one space before the first.
        let blanks: [UInt8]
        let octets: [UInt8]

        /// Whether the word can stand in a phrase as it is.
        var isAtom: Bool {
            blanks.count == 1 && !needsEncoding && octets.allSatisfy(\.isAtomCharacter)
        }

        /// Whether the word cannot stand in a header as it is: it is not ASCII, it looks like an encoded word, or it or
        /// the blanks before it are too long for a line.
        var needsEncoding: Bool {
            octets.contains { $0 > 0x7F } || octets.count > FieldWriter.maximumWord || blanks.count > 20
                || octets.indices.dropLast().contains {
                    octets[$0] == ASCII.equals && octets[$0 + 1] == ASCII.question
                }
        }
    }

    let all: [Word]

    /// Control characters are blanks.
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

    /// From the first word that needs to be encoded to the last one.
    var encodedRange: Range<Int>? {
        guard let first = all.firstIndex(where: \.needsEncoding), let last = all.lastIndex(where: \.needsEncoding)
        else {
            return nil
        }
        return startOfRun(first)..<last + 1
    }

    /// The first word to be encoded together with the one at `index`: only one blank can stand before encoded words, so
    /// more are encoded, with the word before them.
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
